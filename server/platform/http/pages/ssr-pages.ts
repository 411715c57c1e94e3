import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { escapeHtml, scriptJson } from '#server/platform/markup/escape-html.ts';
import { sharing } from '#server/platform/concurrency/sharing.ts';

/** The replies that a page would request, by endpoint: `GET /site`. */
export type Replies = Record<string, unknown>;

interface Document {
  pattern: string;
  title: string;
  /** Whether the browser hydrates the rendered page instead of rendering it again. */
  isWhole: boolean;
  /** Not behind a sign-in. The server never renders personal records. */
  isDrawn: boolean;
  document: string;
}

type TitleOf = (page: string, replies: Replies) => string;
type StatusOf = (pattern: string, replies: Replies) => number;
type DrawPage = (pattern: string, replies: Replies) => Promise<string>;

/** The document of an address, rendered if it is a public page, and its status: 404 if there is no such page. */
export type RenderDocument = (path: string) => Promise<{ html: string; status: number }>;

/**
 * Public pages are rendered on the server with preloaded data, so they are readable before the
 * scripts load and without layout shifts. Each is cached until its replies change.
 */
export async function loadSsrPages(
  folder: string,
  empty: string,
  repliesFor: (pattern: string) => Promise<Replies>,
): Promise<RenderDocument> {
  const documents = JSON.parse(
    await readFile(join(folder, 'documents.json'), 'utf8'),
  ) as Document[];
  const { drawPage, titleOf, statusOf, isKnownPage } = (await import(
    pathToFileURL(join(folder, 'prerender.js')).href
  )) as {
    drawPage: DrawPage;
    titleOf: TitleOf;
    statusOf: StatusOf;
    isKnownPage: (path: string) => boolean;
  };
  const pages = documents.map((page) => ({
    ...page,
    address: new RegExp(`^${page.pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  }));
  const other = { pattern: '', title: '', isWhole: false, isDrawn: false, document: empty };
  const kept = new Map<string, { from: string; html: string; status: number }>();
  const readOnce = sharing(repliesFor);
  return async (path) => {
    const { html, status } = await render(path);
    return { html, status: isKnownPage(path) ? status : 404 };
  };

  async function render(path: string): Promise<{ html: string; status: number }> {
    const page = pages.find(({ address }) => address.test(path)) ?? other;
    // Without the database, the page loads the data itself.
    const replies = await readOnce(page.pattern).catch(() => ({}));
    const from = scriptJson(replies);
    const last = kept.get(page.pattern);
    if (last?.from === from) return last;
    const drawn = page.isDrawn ? await drawPage(page.pattern, replies) : '';
    const html = documentWith(page, { title: titleOf(page.title, replies), html: drawn, from });
    const made = { from, html, status: statusOf(page.pattern, replies) };
    kept.set(page.pattern, made);
    return made;
  }
}

interface Parts {
  title: string;
  html: string;
  /** The replies as JSON. */
  from: string;
}

function documentWith({ pattern, isWhole, document }: Document, { title, html, from }: Parts) {
  const hydrate = isWhole ? ` data-hydrate="${pattern}"` : '';
  return document
    .replace(/<title>.*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root"${hydrate}>${html}</div>\n    <script type="application/json" id="given">${from}</script>`,
    );
}
