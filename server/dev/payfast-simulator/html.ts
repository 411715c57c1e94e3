import { escapeHtml } from '#server/platform/markup/escape-html.ts';

/** Markup that is safe to put into a page as it is. */
export interface Markup {
  markup: string;
}

/** A template in which every plain value is escaped. */
export function html(
  parts: TemplateStringsArray,
  ...values: (string | Markup | Markup[])[]
): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(written)) };
}

function written(value: string | Markup | Markup[]): string {
  if (typeof value === 'string') return escapeHtml(value);
  return [value]
    .flat()
    .map(({ markup }) => markup)
    .join('');
}
