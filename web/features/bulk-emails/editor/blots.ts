import Embed from 'quill/blots/embed.js';
import Quill, { type Delta, type Range } from 'quill/core.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import Header from 'quill/formats/header.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import List from 'quill/formats/list.js';
import Underline from 'quill/formats/underline.js';
import Clipboard from 'quill/modules/clipboard.js';
import Toolbar from 'quill/modules/toolbar.js';
import Snow from 'quill/themes/snow.js';
import { placeholder } from '#contract/bulk-emails/placeholders.ts';
import { allowHtml } from '../allow-html.ts';
import { linkAddress } from './link-address.ts';
import { hideStyles, showReadStyles } from './pasted-styles.ts';

/** A placeholder, which is deleted as a whole and cannot be edited. */
const chipClass = 'mail-placeholder';

/** A placeholder, which is deleted as a whole and cannot be edited. */
class Chip extends Embed {
  static override blotName = 'placeholder';
  static override tagName = 'span';
  static override className = chipClass;

  static override create(name: string): HTMLElement {
    const node = super.create(name) as HTMLElement;
    node.dataset['name'] = name;
    node.textContent = placeholder(name);
    return node;
  }

  static override value(node: HTMLElement): string {
    return node.dataset['name'] ?? '';
  }
}

/** Only web and email addresses; the server accepts no others. */
export class PlainLink extends Link {
  static override sanitize(url: string): string {
    return linkAddress(url) === url ? url : Link.SANITIZED_URL;
  }
}

class MailHeader extends Header {
  static override tagName = ['H1', 'H2', 'H3'];
}

/** The only formats: a format that is not registered cannot be pasted. */
export function registerFormats(): void {
  Quill.register(
    {
      'formats/blockquote': Blockquote,
      'formats/bold': Bold,
      'formats/header': MailHeader,
      'formats/italic': Italic,
      'formats/link': PlainLink,
      'formats/list': List,
      'formats/underline': Underline,
      'formats/placeholder': Chip,
      'modules/clipboard': CarefulClipboard,
      'modules/toolbar': Toolbar,
      'themes/snow': Snow,
    },
    true,
  );
}

/** Copies the visible text. Quill's own way asks each format for its HTML, which is not safe. */
class CarefulClipboard extends Clipboard {
  // Both read HTML in a document that is never shown.
  protected override convertHTML(html: string): Delta {
    return allowHtml(() => super.convertHTML(hideStyles(html)));
  }

  protected override normalizeHTML(pasted: Document): void {
    showReadStyles(pasted);
    super.normalizeHTML(pasted);
  }

  override onCapturePaste(event: ClipboardEvent): void {
    allowHtml(() => super.onCapturePaste(event));
  }

  override onCopy(_range: Range): { html: string; text: string } {
    const selection = getSelection();
    const copied = document.createElement('div');
    if (selection && selection.rangeCount > 0) {
      copied.append(selection.getRangeAt(0).cloneContents());
    }
    return {
      html: htmlWithoutEditorMarkup(copied),
      text: selection?.toString().replaceAll('\uFEFF', '') ?? '',
    };
  }
}

/** The editor's own bullets and numbers. */
const furniture = '.ql-ui';

/** The HTML that the server takes: placeholders as text, no markup of the editor; '' if empty. */
export function htmlWithoutEditorMarkup(editor: Element): string {
  const copy = editor.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll<HTMLElement>(`.${chipClass}`)) {
    element.replaceWith(`{{${element.dataset['name'] ?? ''}}}`);
  }
  for (const element of copy.querySelectorAll(furniture)) element.remove();
  for (const element of copy.querySelectorAll('a')) {
    element.removeAttribute('rel');
    element.removeAttribute('target');
  }
  const isEmpty = (copy.textContent ?? '').replaceAll(/[\u200B\uFEFF]/g, '').trim() === '';
  return isEmpty ? '' : copy.innerHTML.replaceAll('\uFEFF', '');
}
