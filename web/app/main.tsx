import { StrictMode, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { setPreloadedReplies } from '#web/api/preloaded-data.ts';
import { hasDraft } from '#web/features/registration/draft-key.ts';
import { currentToken, followOtherTabs } from '#web/session/session.ts';
import { rememberFocus, replayEarlyInput } from '#web/ssr/replay-early-input.ts';
import { appRoutes, around, NotFoundPage, preloadSignIn } from './app-routes.tsx';
import { browserHistory } from './router/history.ts';
import { RouterView } from './router/router-view.tsx';
import { createRouter } from './router/router.ts';
import '#web/ui/base.css';
import '#web/ui/print.css';

/** By this time the first page is shown. */
const preloadDelayMs = 3000;

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element called root.');
const root: HTMLElement = element;

followOtherTabs(() => location.reload());
// A stylesheet that failed to load is removed, so that a later page tries it again.
addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.remove(),
  true,
);
const router = createRouter(appRoutes, NotFoundPage, browserHistory());
const isPrerendered = root.hasChildNodes();

function Application({ refocus }: { refocus: () => void }) {
  useEffect(() => {
    // Pages that were not rendered keep the public settings, which never change.
    if (isPrerendered) setPreloadedReplies({});
    replayEarlyInput();
    refocus();
  }, [refocus]);
  return <RouterView router={router} {...around} />;
}

function start() {
  const application = (
    <StrictMode>
      <Application refocus={rememberFocus()} />
    </StrictMode>
  );
  if (isPrerendered && isAsPrerendered()) hydrateRoot(root, application);
  // Synchronously, so that no key press is lost between the old and the new content.
  else flushSync(() => createRoot(root).render(application));
}

/**
 * The rendered page is for a new visitor: a user who is signed in or has a draft may get another
 * one.
 */
function isAsPrerendered(): boolean {
  const isNew = currentToken() === null && !hasDraft() && router.shown().location.state === null;
  return isNew && root.dataset['hydrate'] === location.pathname;
}

const ready = router.start();
// The rendered page stays readable until its code has loaded.
if (isPrerendered) void ready.then(start);
else start();

// The user may have to sign in again later, possibly without a connection.
if (currentToken() !== null) {
  setTimeout(() => void preloadSignIn().catch(() => undefined), preloadDelayMs);
}
