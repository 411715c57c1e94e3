import type { ComponentType, ReactNode } from 'react';
import { type Params, routeFor } from './match.ts';

/** What stands around a page: a layout, or who guards the way to it. */
export type Frame = ComponentType<{ children: ReactNode }>;
type Code<C> = () => C | Promise<C>;

export interface Route {
  path: string;
  title: string;
  /** From the outermost inwards. */
  frames: readonly Code<Frame>[];
  page: Code<ComponentType>;
}

/** A page with its code, ready to be drawn. */
interface Page {
  title: string;
  params: Params;
  Component: ComponentType;
  frames: readonly Frame[];
}

export interface Loaded {
  /** Null until the first page's code is there. */
  page: Page | null;
  /** Why there is no page. */
  error: unknown;
}

/** The page of an address, with its code and that of its frames. */
export async function loadPage(
  routes: readonly Route[],
  notFound: ComponentType,
  pathname: string,
): Promise<Loaded> {
  const found = routeFor(routes, pathname);
  if (found === null) {
    return { page: { title: '', params: {}, Component: notFound, frames: [] }, error: null };
  }
  const { route, params } = found;
  try {
    const [Component, ...frames] = await Promise.all([
      route.page(),
      ...route.frames.map((code) => code()),
    ]);
    return { page: { title: route.title, params, Component, frames }, error: null };
  } catch (error) {
    return { page: null, error };
  }
}
