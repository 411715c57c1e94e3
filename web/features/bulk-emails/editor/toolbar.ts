import { editorWords } from '#contract/editor-words.ts';

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

/** Buttons with names; one stop for Tab, arrows go on from there. The theme puts the icons in. */
export function makeToolbar(): HTMLElement {
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
