import Quill, { Delta, type Range } from 'quill/core.js';
import { editorWords } from '#contract/bulk-emails/editor-texts.ts';
import { splitAtPlaceholders } from '#contract/bulk-emails/placeholders.ts';
import { allowHtml } from '../allow-html.ts';
import { PlainLink, registerFormats, htmlWithoutEditorMarkup } from './blots.ts';
import 'quill/dist/quill.snow.css';

registerFormats();

/** A range of the text that becomes a link. */
export interface LinkPlace {
  index: number;
  length: number;
  /** The current address, or ''. */
  address: string;
}

interface Options {
  /** Placeholders that are recognised in loaded text. */
  isKnown: (name: string) => boolean;
  onChange: (html: string) => void;
  onFocus: () => void;
  onLink: (place: LinkPlace) => void;
}

const formats = 'bold italic underline link header blockquote list placeholder'.split(' ');

/** Mounts Quill with its snow theme. The return value is the only access to it. */
export function mountEditor(host: HTMLElement, { isKnown, onChange, onFocus, onLink }: Options) {
  const toolbar = makeToolbar();
  const box = document.createElement('div');
  host.replaceChildren(toolbar, box);
  const mount = () =>
    new Quill(box, {
      theme: 'snow',
      formats,
      modules: {
        toolbar: { container: toolbar, handlers: { link: () => onLink(linkPlace(quill)) } },
        clipboard: { matchers: [[Node.TEXT_NODE, chipsIn(isKnown)]] },
        // Dropped and pasted pictures are ignored, as there is no format for them.
        uploader: { mimetypes: [], handler: () => undefined },
        // Tab moves to the next field, as in every other field.
        keyboard: { bindings: { tab: null, 'remove tab': null, indent: null, outdent: null } },
      },
    });
  const quill: Quill = allowHtml(mount);
  let wasFocused = false;
  quill.root.addEventListener('focus', () => {
    wasFocused = true;
    onFocus();
  });
  quill.on('text-change', (_now, _before, source) => {
    if (source === 'user') onChange(htmlWithoutEditorMarkup(quill.root));
  });

  /** The last caret position, or the end of the text. */
  function caret(): Range {
    if (!wasFocused) quill.setSelection(quill.getLength() - 1, 0, 'silent');
    return quill.getSelection(true);
  }

  return {
    root: quill.root,
    focus: () => quill.focus(),
    show: (html: string) => {
      quill.setContents(quill.clipboard.convert({ html }), 'silent');
      quill.history.clear();
    },
    insert: (name: string) => {
      const { index, length } = caret();
      if (length > 0) quill.deleteText(index, length, 'user');
      quill.insertEmbed(index, 'placeholder', name, 'user');
      quill.setSelection(index + 1, 0, 'user');
    },
    link: ({ index, length }: LinkPlace, address: string, text: string) => {
      if (length === 0) quill.insertText(index, text || address, { link: address }, 'user');
      else quill.formatText(index, length, 'link', address === '' ? false : address, 'user');
      quill.setSelection(index + (length || (text || address).length), 0, 'user');
    },
  };
}

export type Editing = ReturnType<typeof mountEditor>;

/** The selection, or the whole link around the caret. */
function linkPlace(quill: Quill): LinkPlace {
  const { index, length } = quill.getSelection(true);
  if (length === 0) {
    const [blot, offset] = quill.scroll.descendant(PlainLink, index);
    if (blot !== null) {
      const address = PlainLink.formats(blot.domNode) ?? '';
      return { index: index - offset, length: blot.length(), address };
    }
  }
  const { link } = quill.getFormat(index, length);
  return { index, length, address: typeof link === 'string' ? link : '' };
}

/** Loads HTML and turns known placeholders into blots. */
function chipsIn(isKnown: (name: string) => boolean) {
  return (_node: Node, delta: Delta): Delta => {
    const made = new Delta();
    for (const { insert, attributes } of delta.ops) {
      if (typeof insert !== 'string') {
        if (insert !== undefined) made.insert(insert, attributes);
        continue;
      }
      for (const [place, part] of splitAtPlaceholders(insert).entries()) {
        if (place % 2 === 0) made.insert(part, attributes);
        else if (isKnown(part)) made.insert({ placeholder: part }, attributes);
        else made.insert(`{{${part}}}`, attributes);
      }
    }
    return made;
  };
}

interface Tool {
  format: string;
  value?: string;
  label: string;
}

const tools: readonly (readonly Tool[])[] = [
  [
    { format: 'bold', label: editorWords.bold },
    { format: 'italic', label: editorWords.italic },
    { format: 'underline', label: editorWords.underline },
  ],
  [
    { format: 'header', value: '2', label: editorWords.heading },
    { format: 'header', value: '3', label: editorWords.subheading },
    { format: 'blockquote', label: editorWords.quote },
  ],
  [
    { format: 'list', value: 'bullet', label: editorWords.bullets },
    { format: 'list', value: 'ordered', label: editorWords.numbers },
  ],
  [
    { format: 'link', label: editorWords.link },
    { format: 'clean', label: editorWords.clean },
  ],
];

/** Names the theme's buttons. The toolbar is one tab stop; arrow keys move inside it. */
function makeToolbar(): HTMLElement {
  const bar = document.createElement('div');
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', editorWords.toolbar);
  for (const group of tools) {
    const formats = document.createElement('span');
    formats.className = 'ql-formats';
    formats.append(...group.map(buttonFor));
    bar.append(formats);
  }
  const buttons = [...bar.querySelectorAll('button')];
  for (const [place, button] of buttons.entries()) button.tabIndex = place === 0 ? 0 : -1;
  bar.addEventListener('keydown', (event) => walk(event, buttons));
  bar.addEventListener('focusin', ({ target }) => {
    for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
  });
  return bar;
}

function buttonFor({ format, value, label }: Tool): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `ql-${format}`;
  if (value !== undefined) button.value = value;
  button.title = label;
  button.setAttribute('aria-label', label);
  return button;
}

function walk(event: KeyboardEvent, buttons: readonly HTMLButtonElement[]): void {
  const here = buttons.findIndex((button) => button === event.target);
  const places: Record<string, number> = {
    ArrowRight: (here + 1) % buttons.length,
    ArrowLeft: (here - 1 + buttons.length) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  };
  const place = places[event.key];
  if (place === undefined) return;
  event.preventDefault();
  buttons[place]?.focus();
}
