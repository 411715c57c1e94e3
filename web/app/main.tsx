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

/** By then the first page stands. */
const aWhileMs = 3000;

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element called root.');
const root: HTMLElement = element;

followOtherTabs(() => location.reload());
// Styles that could not be fetched are asked for again only if nothing looks as if they had been.
addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.remove(),
  true,
);
const router = createRouter(appRoutes, NotFoundPage, browserHistory());
const isPrerendered = root.hasChildNodes();

function Application({ refocus }: { refocus: () => void }) {
  useEffect(() => {
    // Elsewhere it is only what stays so: of the organisation, for the frame that comes later.
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
  // At one go, so that no key is pressed between what was there and what takes its place.
  else flushSync(() => createRoot(root).render(application));
}

/** What was drawn is for someone new; whoever has been here may meet another page. */
function isAsPrerendered(): boolean {
  const isNew = currentToken() === null && !hasDraft() && router.shown().location.state === null;
  return isNew && root.dataset['hydrate'] === location.pathname;
}

const ready = router.start();
// What stands there already can be read until the page's own code has come.
if (isPrerendered) void ready.then(start);
else start();

// Who is signed in may have to do so again, with no connection by then.
if (currentToken() !== null) {
  setTimeout(() => void preloadSignIn().catch(() => undefined), aWhileMs);
}
