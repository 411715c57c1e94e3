/** A placeholder in one piece. */
export const chipClass = 'mail-placeholder';
/** The editor's own bullets and numbers. */
const furniture = '.ql-ui';

/** What was written, as the server takes it: placeholders as text, nothing of the editor's own; '' when empty. */
export function writtenIn(editor: Element): string {
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
