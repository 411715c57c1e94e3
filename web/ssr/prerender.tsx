import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { giveReplies } from '#web/api/preloaded-data.ts';
import { productName } from '#web/ui/product-name.ts';
import { routeTable } from '#web/app/route-table.ts';
import { noHistory } from '#web/app/router/history.ts';
import { createRouter } from '#web/app/router/router.ts';
import { RouterView } from '#web/app/router/router-view.tsx';
import { around, NotFoundPage, routes } from '#web/app/routes.tsx';

interface PublicPage {
  /** As in the route table. */
  pattern: string;
  title: string;
  /** Whether nothing of it depends on what else stands in the address. */
  isWhole: boolean;
}

const id = '00000000-0000-4000-8000-000000000000';
/** What the address needs so that the page is the one that people come for. */
const queries: Record<string, string> = {
  '/reset-password': '?token=-&email=…',
  '/unsubscribe': '?token=-',
};

/** The pages that anybody may see. */
export function publicPages(): PublicPage[] {
  const pages = routeTable.filter(({ access }) => access === 'public');
  const each = pages.flatMap(({ path, name }) =>
    // With and without what may be left out.
    path.endsWith('?')
      ? [path.slice(0, path.lastIndexOf('/')), path.slice(0, -1)].map((pattern) => [pattern, name])
      : [[path, name]],
  );
  return each.map(([pattern = '', name = '']) => ({
    pattern,
    title: `${name} · ${productName}`,
    isWhole: !pattern.includes(':') && !(pattern in queries),
  }));
}

/** The page as it is before anybody has done anything, with the replies that it would ask for. */
export async function drawPage(pattern: string, replies: Record<string, unknown>): Promise<string> {
  const path = pattern.replace(':type', 'subscription').replaceAll(/:\w+/g, id);
  const router = createRouter(routes, NotFoundPage, noHistory(path, queries[pattern] ?? ''));
  await router.start();
  // Drawn at one go: nobody else's replies come between.
  giveReplies(replies);
  const html = renderToString(
    <StrictMode>
      <RouterView router={router} {...around} />
    </StrictMode>,
  );
  return inert(html);
}

/** Sent before the application listens, a form would put what was typed into the address. This way
 *  the browser itself sends nothing. */
function inert(html: string): string {
  return html.replaceAll('<form', '<form method="dialog"');
}
