import type { Range } from 'quill/core.js';
import Clipboard from 'quill/modules/clipboard.js';
import { writtenIn } from './written-in.ts';

/** Copies what is seen. The library's own way asks each format for its markup, and is not safe. */
export class CarefulClipboard extends Clipboard {
  override onCopy(_range: Range): { html: string; text: string } {
    const selection = getSelection();
    const copied = document.createElement('div');
    if (selection && selection.rangeCount > 0) {
      copied.append(selection.getRangeAt(0).cloneContents());
    }
    return { html: writtenIn(copied), text: selection?.toString().replaceAll('\uFEFF', '') ?? '' };
  }
}
