import sanitizeHtml, { type Attributes, type IOptions } from 'sanitize-html';
import { sanitise } from './sanitise.ts';

/** Mail programs ignore style sheets, so each tag has inline styles. */
const styles: Record<string, string> = {
  p: 'margin: 0 0 16px',
  h1: 'margin: 24px 0 12px; font-size: 24px; line-height: 32px; font-weight: 600',
  h2: 'margin: 22px 0 10px; font-size: 21px; line-height: 29px; font-weight: 600',
  h3: 'margin: 20px 0 8px; font-size: 18px; line-height: 26px; font-weight: 600',
  blockquote: 'margin: 0 0 16px; padding: 4px 0 4px 16px; border-left: 4px solid #D9A441',
  ol: 'margin: 0 0 16px; padding-left: 28px',
  ul: 'margin: 0 0 16px; padding-left: 28px',
  li: 'margin: 0 0 6px',
  a: 'color: #1F4D3A; text-decoration: underline',
};

const styled: IOptions = {
  allowedTags: ['strong', 'em', 'u', 's', 'br', ...Object.keys(styles)],
  allowedAttributes: { a: ['href', 'style'], '*': ['style'] },
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: styleOf(tagName, attribs) }) },
};

/** The content to send. It is sanitised again, because stored content is not trusted. */
export function mailHtml(content: string): string {
  return sanitizeHtml(realLists(sanitise(content)), styled);
}

function styleOf(tag: string, attribs: Attributes): Attributes {
  const classes = attribs['class'] ?? '';
  const align = /\bql-align-(center|right|justify)\b/.exec(classes)?.[1];
  const indent = Number(/\bql-indent-(\d)\b/.exec(classes)?.[1] ?? 0);
  const parts = [
    styles[tag],
    align && `text-align: ${align}`,
    indent > 0 ? `margin-left: ${indent * 28}px` : undefined,
  ];
  const style = parts.filter((part) => part !== undefined).join('; ');
  return { ...(attribs['href'] ? { href: attribs['href'] } : {}), ...(style ? { style } : {}) };
}

/** The editor writes every list as `<ol>`, with the real type in an attribute of each entry. */
export function realLists(html: string): string {
  return html.replaceAll(/<ol>((?:(?!<\/?[ou]l).)*)<\/ol>/gs, (whole, inside: string) => {
    const entries = inside.match(/<li\b.*?<\/li>/gs) ?? [];
    if (!entries.some((entry) => /^<li[^>]*data-list=/.test(entry))) return whole;
    const runs: { tag: string; entries: string[] }[] = [];
    for (const entry of entries) {
      const tag = /^<li[^>]*data-list="bullet"/.test(entry) ? 'ul' : 'ol';
      const last = runs.at(-1);
      if (last?.tag === tag) last.entries.push(entry);
      else runs.push({ tag, entries: [entry] });
    }
    return runs.map((run) => `<${run.tag}>${run.entries.join('')}</${run.tag}>`).join('');
  });
}
