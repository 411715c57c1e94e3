import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { getPublicSettings, shownName } from '#contract/company-info/public-settings.ts';
import { preloadedReply, setPreloadedReplies } from '#web/api/preloaded-data.ts';
import { windowTitle } from '#web/api/use-public-settings.ts';
import { appRoutes } from '#web/app/app-routes.tsx';
import { pageModule, routes } from '#web/app/routes.ts';

interface PageDocument {
  /** As in the route table; of an optional parameter, one with and one without it. */
  pattern: string;
  /** Only of public pages: the title of the others may contain a person's name. */
  title: string;
  /** Whether the server renders the page; else the document only names its scripts. */
  isDrawn: boolean;
  /** Whether the page depends on nothing else in the address. */
  isWhole: boolean;
  /** The modules whose scripts and styles the page needs. */
  modules: string[];
}

const id = '00000000-0000-4000-8000-000000000000';
/** Queries that the common form of a page's address has. */
const queries: Record<string, string> = {
  '/reset-password': '?token=-&email=…',
  '/unsubscribe': '?token=-',
  '/consent': '?token=-',
  '/proof-of-payment': '?token=-',
};

const handler = createStaticHandler(appRoutes);

/** The pages with a document of their own: the public ones and the members'. */
export function pageDocuments(): PageDocument[] {
  const pages = routes.filter(({ access }) => access !== 'staff');
  return pages.flatMap(({ path, access, title, page }) => {
    const isDrawn = access !== 'Member';
    const layout = isDrawn ? 'public-layout/public-layout' : 'app-shell/app-shell';
    return patternsOf(path).map((pattern) => ({
      pattern,
      title: isDrawn ? title : '',
      isDrawn,
      isWhole: isDrawn && !pattern.includes(':') && !(pattern in queries),
      modules: [`web/app/${layout}.tsx`, pageModule(page)],
    }));
  });
}

const addresses = routes
  .flatMap(({ path }) => patternsOf(path))
  .map((pattern) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`));

/** Whether the browser's router has a page at the address. */
export function isKnownPage(path: string): boolean {
  return addresses.some((address) => address.test(path));
}

/** What the window's title says before any script has loaded. */
export function titleOf(page: string, replies: Record<string, unknown>): string {
  setPreloadedReplies(replies);
  const site = preloadedReply(getPublicSettings);
  return windowTitle(page, shownName(site?.organisation ?? ''));
}

/** Pages that a new installation refuses to visitors until it is ready. */
const needOpen = new Set(['/register', '/donate']);

/** The status of the page's document. */
export function statusOf(pattern: string, replies: Record<string, unknown>): number {
  setPreloadedReplies(replies);
  const isRefused = needOpen.has(pattern) && preloadedReply(getPublicSettings)?.isOpen === false;
  return isRefused ? 409 : 200;
}

function patternsOf(path: string): string[] {
  return path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/')), path.slice(0, -1)] : [path];
}

/** The page as a first visitor sees it. `replies` are the calls that it makes while rendering. */
export async function drawPage(pattern: string, replies: Record<string, unknown>): Promise<string> {
  const path = pattern.replace(':type', 'subscription').replaceAll(/:\w+/g, id);
  const address = new URL(path + (queries[pattern] ?? ''), 'http://localhost');
  const context = await handler.query(new Request(address));
  if (context instanceof Response || context.errors !== null) {
    throw new Error(`The page ${pattern} could not be rendered.`);
  }
  const router = createStaticRouter(handler.dataRoutes, context);
  // Rendering is synchronous, so that no other page's replies are used.
  setPreloadedReplies(replies);
  const html = renderToString(
    <StrictMode>
      {/* `hydrate` would add an inline script, which the content security policy forbids. */}
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
  return withInertForms(html);
}

/** A form that is sent before hydration would put what was typed into the address. */
function withInertForms(html: string): string {
  return html.replaceAll('<form', '<form method="dialog"');
}
