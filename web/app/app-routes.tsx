import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './app-routes.module.css';
import { NotFoundPage, RouteErrorPage } from './error-pages.tsx';
import { Root } from './root.tsx';
import { RequireRole, SignInGate } from './route-guards.tsx';
import { beforeTimeout } from './router/code-timeout.ts';
import { type PageAccess, pageModule, routes } from './routes.ts';

/** The code of a page is loaded when it is first visited. */
const pageModules = import.meta.glob<Record<string, ComponentType>>('/web/features/**/*-page.tsx');

async function loadPage(page: string): Promise<{ Component: ComponentType }> {
  const load = pageModules[`/${pageModule(page)}`];
  if (load === undefined) throw new Error(`There is no page ${page}.`);
  const [Component] = Object.values(await load());
  if (Component === undefined) throw new Error(`${page} exports no component.`);
  return { Component };
}

async function loadAppShell() {
  return { Component: (await import('./app-shell/app-shell.tsx')).AppShell };
}

async function loadPublicLayout() {
  return { Component: (await import('./public-layout/public-layout.tsx')).PublicLayout };
}

function MemberArea() {
  return <RequireRole allow="Member" />;
}

function StaffArea() {
  return <RequireRole allow="staff" />;
}

function pagesFor(access: PageAccess): RouteObject[] {
  return routes
    .filter((route) => route.access === access)
    .map(({ path, title, page, needs }) => ({
      path,
      handle: { title, needs, path },
      lazy: () => loadPage(page),
    }));
}

/** React Router's routes, made of the route table and the layouts around its pages. */
export const appRoutes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteErrorPage,
    HydrateFallback: FirstLoad,
    children: [
      {
        lazy: loadPublicLayout,
        children: [{ Component: SignInGate, children: pagesFor('guest') }, ...pagesFor('public')],
      },
      { Component: MemberArea, children: [{ lazy: loadAppShell, children: pagesFor('Member') }] },
      { Component: StaffArea, children: [{ lazy: loadAppShell, children: pagesFor('staff') }] },
      { path: '*', Component: NotFoundPage },
    ],
  },
];

/** Loads the code of a page before the router starts: its first render is then complete. */
export async function loadCodeOf(path: { pathname: string }): Promise<void> {
  const matches = matchRoutes(appRoutes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}

/**
 * For the routes of the browser's router: if code stalls, the error page offers to try again. Not
 * for `loadCodeOf`, because the user can read the server-rendered page while that waits.
 */
export function limitLoading(routesOfRouter: RouteObject[]): void {
  for (const route of routesOfRouter) {
    const { lazy, children } = route;
    if (typeof lazy === 'function') route.lazy = () => beforeTimeout(lazy());
    if (children !== undefined) limitLoading(children);
  }
}

/** Loads the sign-in page before it is needed. */
export const preloadSignIn = () => Promise.all([loadPublicLayout(), loadPage('auth/sign-in-page')]);

/** Until the code of the first page is loaded. */
function FirstLoad() {
  return (
    <div className={styles.page}>
      <Spinner />
    </div>
  );
}
