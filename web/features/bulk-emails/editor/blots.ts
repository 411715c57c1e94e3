import Quill from 'quill/core.js';
import Embed from 'quill/blots/embed.js';
import Blockquote from 'quill/formats/blockquote.js';
import Bold from 'quill/formats/bold.js';
import Header from 'quill/formats/header.js';
import Italic from 'quill/formats/italic.js';
import Link from 'quill/formats/link.js';
import List from 'quill/formats/list.js';
import Underline from 'quill/formats/underline.js';
import Toolbar from 'quill/modules/toolbar.js';
import Snow from 'quill/themes/snow.js';
import { placeholder } from '#contract/placeholders.ts';
import { CarefulClipboard } from './careful-clipboard.ts';
import { linkAddress } from './link-address.ts';
import { chipClass } from './written-in.ts';

/** A placeholder as one piece: it is deleted whole, and no letter gets into it. */
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

/** Only what leads to a page or an email; the server takes nothing else. */
export class PlainLink extends Link {
  static override sanitize(url: string): string {
    return linkAddress(url) === url ? url : Link.SANITIZED_URL;
  }
}

class MailHeader extends Header {
  static override tagName = ['H1', 'H2', 'H3'];
}

/** All that there is: a format that is not registered can not come in by pasting either. */
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
