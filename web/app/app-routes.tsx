import type { ComponentType, ReactNode } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './app-routes.module.css';
import { NotFoundPage, RouteErrorPage } from './error-pages.tsx';
import { Root } from './root.tsx';
import { RequireRole, SignInGate } from './route-guards.tsx';
import type { Route } from './router/load-page.ts';
import { type PageAccess, pageModule, routes } from './routes.ts';

/** The code of a page is fetched when it is first visited. */
const pageModules = import.meta.glob<Record<string, ComponentType>>('/web/features/**/*-page.tsx');

async function loadPage(page: string): Promise<ComponentType> {
  const load = pageModules[`/${pageModule(page)}`];
  if (load === undefined) throw new Error(`There is no page ${page}.`);
  const [component] = Object.values(await load());
  if (component === undefined) throw new Error(`${page} exports no component.`);
  return component;
}

const appShell = async () => (await import('./app-shell/app-shell.tsx')).AppShell;

const publicLayout = async () => (await import('./public-layout/public-layout.tsx')).PublicLayout;

function MemberArea({ children }: { children: ReactNode }) {
  return <RequireRole allow="Member">{children}</RequireRole>;
}

function AdminArea({ children }: { children: ReactNode }) {
  return <RequireRole allow="Admin">{children}</RequireRole>;
}

const layouts: Record<PageAccess, Route['frames']> = {
  guest: [publicLayout, () => SignInGate],
  public: [publicLayout],
  Member: [() => MemberArea, appShell],
  Admin: [() => AdminArea, appShell],
};

export const appRoutes: Route[] = routes.map(({ path, access, title, page }) => ({
  path,
  title,
  frames: layouts[access],
  page: () => loadPage(page),
}));

/** Loads the sign-in page before it is needed. */
export const preloadSignIn = () => Promise.all([publicLayout(), loadPage('auth/sign-in-page')]);

/** Around every page. */
export const around = {
  Root,
  Waiting: FirstLoad,
  Failure: RouteErrorPage,
};

export { NotFoundPage };

/** Shown while the first page's code is loading. */
function FirstLoad() {
  return (
    <div className={styles.page}>
      <Spinner />
    </div>
  );
}
