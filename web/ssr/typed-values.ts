type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Reads what the user has entered into the server-rendered page. React and react-hook-form start with
 * their own values: call the result after the first render to put the entered ones back.
 */
export function readTypedValues(root: HTMLElement): () => void {
  const changed = fieldsIn(root)
    .filter(isChanged)
    .map((field) => ({ id: idOf(field), value: field.value, isChecked: isChecked(field) }));
  const refocus = rememberFocus(root);
  return () => {
    for (const { id, value, isChecked } of changed) {
      const field = fieldsIn(root).find((each) => idOf(each) === id);
      if (field !== undefined && isChoice(field)) setChecked(field, isChecked);
      else if (field !== undefined) setValue(field, value);
    }
    refocus();
  };
}

function fieldsIn(root: HTMLElement): Field[] {
  return [...root.querySelectorAll<Field>('input, textarea, select')];
}

/** Radio buttons share their name. */
function idOf(field: Field): string {
  return isChoice(field) ? `${field.name} ${field.value}` : field.name;
}

function isChoice(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function isChecked(field: Field): boolean {
  return isChoice(field) && field.checked;
}

function isChanged(field: Field): boolean {
  if (isChoice(field)) {
    // Choosing one radio button clears the others of its name.
    return field.checked !== field.defaultChecked && (field.checked || field.type !== 'radio');
  }
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const options = [...field.options];
  const initial = options.find(({ defaultSelected }) => defaultSelected) ?? options[0];
  return field.value !== initial?.value;
}

/** React ignores a click that leads to the state that it already knows. */
function setChecked(field: HTMLInputElement, isChecked: boolean): void {
  field.checked = !isChecked;
  field.click();
}

/** React knows the values that are set through the element, but not those set by the prototype. */
function setValue(field: Field, value: string): void {
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  field.value = '';
  own?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The first render may replace the focused element by one of the same name or text. */
function rememberFocus(root: HTMLElement): () => void {
  const focused = document.activeElement;
  if (focused === null || !root.contains(focused)) return () => undefined;
  const nameOf = (one: Element) => one.getAttribute('name') ?? one.textContent;
  const likeIt = () =>
    [...root.querySelectorAll<HTMLElement>(focused.tagName)].filter(
      (one) => nameOf(one) === nameOf(focused),
    );
  const place = likeIt().findIndex((one) => one === focused);
  return () => {
    if (document.activeElement === document.body) likeIt()[place]?.focus();
  };
}
