import sanitizeHtml from 'sanitize-html';
import { decodeEntities } from '#server/platform/markup/decode-entities.ts';
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

function plain(html: string): string {
  return decodeEntities(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} }));
}
