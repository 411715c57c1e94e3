import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { routes } from './routes.tsx';
import { followOtherTabs } from './session/session.ts';
import './ui/base.css';
import './ui/print.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element called root.');

followOtherTabs(() => location.reload());
const router = createBrowserRouter(routes);
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
