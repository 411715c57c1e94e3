/** Holds the text of an element's style. */
export const ownStyle = 'data-style';

/**
 * Our content security policy forbids inline styles, and browsers report each one. So the HTML is
 * shown without them.
 */
export function withoutStyles(html: string): { html: string; sheets: string[] } {
  const sheets: string[] = [];
  const unstyled = html
    .replaceAll(/<style[^>]*>(.*?)<\/style>/gis, (_, text: string) => {
      sheets.push(text);
      return '';
    })
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle(?==)/gi, ` ${ownStyle}`));
  return { html: unstyled, sheets };
}
