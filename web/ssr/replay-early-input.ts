/** The input before hydration, recorded by `web/public/early.js`. */
interface Early {
  events: EarlyEvent[];
  /** The selector of everything that can be pressed. */
  pressed: string;
  stop: () => void;
}

type EarlyEvent =
  | { what: 'typed'; name: string; value: string }
  | { what: 'pressed'; place: number; checked: boolean | undefined }
  | { what: 'sent'; place: number };

declare global {
  interface Window {
    early?: Early;
  }
}

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Replays the input in its order, now that the application listens. */
export function replayEarlyInput(): void {
  const { early } = window;
  early?.stop();
  delete document.documentElement.dataset['goingOn'];
  for (const event of early?.events.splice(0) ?? []) {
    if (event.what === 'typed') type(fieldNamed(event.name), event.value);
    else if (event.what === 'sent') document.forms[event.place]?.requestSubmit();
    else
      press(
        document.querySelectorAll<HTMLElement>(early?.pressed ?? '')[event.place],
        event.checked,
      );
  }
}

/** Restores the focus after rendering replaces the focused element. */
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

/** The browser may have ticked the checkbox before React listened. */
function press(element: HTMLElement | undefined, checked: boolean | undefined): void {
  if (element instanceof HTMLInputElement && checked !== undefined) element.checked = !checked;
  element?.click();
}

/** Like typing: React listens to the event and compares the value. */
function type(field: TextField | undefined, value: string): void {
  if (field === undefined) return;
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  // Setting the same value would not count as a change.
  if (field.value === value) own?.set?.call(field, '');
  own?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
