import sanitizeHtml from 'sanitize-html';
import { realLists } from './mail-html.ts';
import { sanitise } from './sanitise.ts';

/** The content as plain text, with paragraphs, dashes, numbers and the URLs of links. */
export function mailText(content: string): string {
  const marked = realLists(sanitise(content).replaceAll(/\s+/g, ' '))
    .replaceAll(/<ol\b[^>]*>(.*?)<\/ol>/gs, (_, inside: string) => numbered(inside))
    .replaceAll(/<li\b[^>]*>/g, '\n- ')
    .replaceAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, href: string, label: string) =>
      href.replace(/^(mailto|tel):/, '') === plain(label) ? label : `${label} (${href})`,
    )
    .replaceAll(/<br\s*\/?>/g, '\n')
    .replaceAll(/<\/(p|h[1-3]|blockquote|ul|ol)>/g, '\n\n');
  return plain(marked)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function numbered(inside: string): string {
  let count = 0;
  return `${inside.replaceAll(/<li\b[^>]*>/g, () => `\n${++count}. `)}\n\n`;
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function plain(html: string): string {
  return sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
    },
  );
}
