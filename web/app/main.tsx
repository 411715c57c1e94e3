import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { setPreloadedReplies } from '#web/api/preloaded-data.ts';
import { hasDraft } from '#web/features/registration/draft-key.ts';
import { watchAttendance } from '#web/session/attended.ts';
import { currentToken, followOtherTabs } from '#web/session/session.ts';
import { readTypedValues } from '#web/ssr/typed-values.ts';
import { appRoutes, limitLoading, loadCodeOf, preloadSignIn } from './app-routes.tsx';
import { installBackGuard } from './router/leave-guard.ts';
import '#web/ui/base.css';
import '#web/ui/print.css';

/** The first page is complete at that time. */
const preloadAfterMs = 3000;

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element called root.');
const root: HTMLElement = element;
const isPrerendered = root.hasChildNodes();

followOtherTabs(() => location.reload());
watchAttendance();
// Styles that could not be loaded are requested again only if their element is gone.
addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.remove(),
  true,
);

function start() {
  giveEntryKey();
  installBackGuard();
  limitLoading(appRoutes);
  // With hydration data, React Router leaves the scroll position of the first page to the browser.
  const router = createBrowserRouter(appRoutes, isPrerendered ? { hydrationData: {} } : {});
  const application = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  const restoreTypedValues = readTypedValues(root);
  // In one step: no key is pressed between reading the fields and having React's fields.
  flushSync(() => {
    if (isAsPrerendered(router.state)) hydrateRoot(root, application);
    else createRoot(root).render(application);
  });
  restoreTypedValues();
  delete document.documentElement.dataset['goingOn'];
  // Other documents preload only the public settings, which every later page may use.
  if (isPrerendered) setPreloadedReplies({});
}

interface FirstState {
  initialized: boolean;
  location: { state: unknown };
}

/** The server renders a page for a new visitor. Other visitors may get another page. */
function isAsPrerendered({ initialized, location: { state } }: FirstState): boolean {
  const isNew = currentToken() === null && !hasDraft() && state === null;
  return initialized && isNew && root.dataset['hydrate'] === location.pathname;
}

/** Without a key, all pages that open a document would share one remembered scroll position. */
function giveEntryKey() {
  const state = history.state as { key?: string } | null;
  if (state?.key !== undefined) return;
  history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

// The user can read the server-rendered page until its code is loaded. If that fails, the router
// tries again and shows the error page.
if (isPrerendered) void loadCodeOf(location).then(start, start);
else start();

// After a session ends, the user may have to sign in again without a connection.
if (currentToken() !== null) {
  setTimeout(() => void preloadSignIn().catch(() => undefined), preloadAfterMs);
}
