import { decoded } from './location.ts';

/** What stands in an address where its pattern has a `:name`. */
export type Params = Readonly<Record<string, string>>;

export interface Found<R> {
  route: R;
  params: Params;
}

/**
 * The route of an address. Patterns are words and `:names`, the last of which may be left out
 * (`/login/:userId?`). Where several fit, the one with more words wins: `/users/new` before `/users/:id`.
 */
export function routeFor<R extends { path: string }>(
  routes: readonly R[],
  pathname: string,
): Found<R> | null {
  const fitting = routes.flatMap((route) => {
    const params = paramsOf(route.path, pathname);
    return params === null ? [] : [{ route, params }];
  });
  const most = Math.max(...fitting.map(({ route }) => wordsIn(route.path)));
  return fitting.find(({ route }) => wordsIn(route.path) === most) ?? null;
}

function paramsOf(pattern: string, pathname: string): Params | null {
  const wanted = partsOf(pattern);
  const parts = partsOf(pathname).map(decoded);
  const least = wanted.filter((part) => !part.endsWith('?')).length;
  if (parts.length < least || parts.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of parts.entries()) {
    const want = wanted[place] ?? '';
    if (want.startsWith(':')) params[want.replaceAll(/[:?]/g, '')] = part;
    else if (want.toLowerCase() !== part.toLowerCase()) return null;
  }
  return params;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

function wordsIn(pattern: string): number {
  return partsOf(pattern).filter((part) => !part.startsWith(':')).length;
}
