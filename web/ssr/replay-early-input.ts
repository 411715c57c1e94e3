/** What was done on the drawn page before there was anybody to listen: `web/public/early.js`. */
interface Early {
  deeds: ActionCallbacks[];
  /** What finds the things that can be pressed. */
  pressed: string;
  stop: () => void;
}

type ActionCallbacks =
  | { what: 'typed'; name: string; value: string }
  | { what: 'pressed'; place: number; checked: boolean | undefined }
  | { what: 'sent'; place: number };

declare global {
  interface Window {
    early?: Early;
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Does it once more, now that the application listens, in the same order. */
export function replayEarlyInput(): void {
  const { early } = window;
  early?.stop();
  delete document.documentElement.dataset['goingOn'];
  for (const deed of early?.deeds.splice(0) ?? []) {
    if (deed.what === 'typed') type(fieldNamed(deed.name), deed.value);
    else if (deed.what === 'sent') document.forms[deed.place]?.requestSubmit();
    else
      press(document.querySelectorAll<HTMLElement>(early?.pressed ?? '')[deed.place], deed.checked);
  }
}

/** Puts the focus back on what has it now: it may be drawn anew meanwhile. */
export function rememberFocus(): () => void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body) return () => undefined;
  const place = alikeTo(focused).findIndex((one) => one === focused);
  return () => {
    if (document.activeElement === document.body) alikeTo(focused)[place]?.focus();
  };
}

/** Fields of the same name; buttons and links with the same words. */
function alikeTo(element: Element) {
  const whatOf = (one: Element) => one.getAttribute('name') ?? one.textContent;
  const all = document.querySelectorAll<HTMLElement>(element.tagName);
  return [...all].filter((one) => whatOf(one) === whatOf(element));
}

function fieldNamed(name: string): TextField | undefined {
  const fields = document.querySelectorAll<TextField>('input, textarea, select');
  return [...fields].find((field) => field.name === name);
}

/** A box may be ticked already, without React's knowing. */
function press(element: HTMLElement | undefined, checked: boolean | undefined): void {
  if (element instanceof HTMLInputElement && checked !== undefined) element.checked = !checked;
  element?.click();
}

/** As a person does: React listens to the event, and looks whether the value is another one. */
function type(field: TextField | undefined, value: string): void {
  if (field === undefined) return;
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  // What stands there already would be taken for no change.
  if (field.value === value) own?.set?.call(field, '');
  own?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
