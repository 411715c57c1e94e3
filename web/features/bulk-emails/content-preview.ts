/** Specification §9. */
const previewLength = 50;
const blocks = 'p, h1, h2, h3, li, blockquote, br';

/** The content in words, cut at 50 characters. Nothing of it is run: the document is never shown. */
export function contentPreview(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const block of body.querySelectorAll(blocks)) block.append(' ');
  for (const lineEnd of body.querySelectorAll('br')) lineEnd.replaceWith(' ');
  return cut((body.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
}

/** Counted as people do: no half of a character is left. */
function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= previewLength
    ? text
    : `${characters.slice(0, previewLength).join('')}...`;
}
