import { StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { giveReplies } from './api/given.ts';
import { hasDraft } from './register/draft-key.ts';
import { routes } from './routes.tsx';
import { currentToken, followOtherTabs } from './session/session.ts';
import { focusedField, takeOver } from './take-over.ts';
import './ui/base.css';
import './ui/print.css';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element called root.');
const root: HTMLElement = element;

followOtherTabs(() => location.reload());
const router = createBrowserRouter(routes);
const isPrerendered = root.hasChildNodes();

function Application({ focused }: { focused: string | null }) {
  useEffect(() => {
    giveReplies({});
    takeOver(focused);
  }, [focused]);
  return <RouterProvider router={router} />;
}

function start() {
  const application = (
    <StrictMode>
      <Application focused={focusedField()} />
    </StrictMode>
  );
  if (isPrerendered && isAsPrerendered()) hydrateRoot(root, application);
  else createRoot(root).render(application);
}

/** What was drawn is for someone new; whoever has been here may meet another page. */
function isAsPrerendered(): boolean {
  const isNew = currentToken() === null && !hasDraft() && router.state.location.state === null;
  return isNew && root.dataset['hydrate'] === location.pathname;
}

// What stands there already can be read until the page's own code has come.
if (!isPrerendered || router.state.initialized) start();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    start();
  });
}
