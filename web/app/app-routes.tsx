import type { ComponentType, ReactNode } from 'react';
import { FirstLoad } from './first-load.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { RequireRole } from './require-role.tsx';
import { Root } from './root.tsx';
import { RouteErrorPage } from './route-error-page.tsx';
import type { Route } from './router/load-page.ts';
import { type PageAccess, pageModule, routes } from './routes.ts';
import { SignInGate } from './sign-in-gate.tsx';

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

/** What stands around every page. */
export const around = {
  Root,
  Waiting: FirstLoad,
  Failure: RouteErrorPage,
};

export { NotFoundPage };
