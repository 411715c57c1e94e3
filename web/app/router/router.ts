import type { ComponentType } from 'react';
import { type Guard, guardSteps, whoStops } from './guards.ts';
import type { PageHistory } from './history.ts';
import { loadPage, type Loaded, type Route } from './load-page.ts';
import { addressFrom, type Location, newKey, type To } from './location.ts';

export interface Shown extends Loaded {
  location: Location;
  how: 'push' | 'replace' | 'step';
  /** Whether the page stays where it was scrolled to. */
  keepsScroll: boolean;
}

export interface Going {
  /** Takes the place of this entry of the history. */
  replace?: boolean;
  state?: unknown;
  keepsScroll?: boolean;
}

export interface Router {
  shown: () => Shown;
  /** Told after each change. */
  subscribe: (listener: () => void) => () => void;
  /** Fetches the first page and follows the history from then on. */
  start: () => Promise<void>;
  /** To an address, or steps in the history. Ends when the page is shown, or another one instead. */
  navigate: (to: To | number, going?: Going) => Promise<void>;
  guard: (guard: Guard) => () => void;
}

/** What comes between a page's code and showing it, when the address is not changed yet. */
interface Entering {
  may: () => Promise<boolean>;
  anew: () => Promise<boolean>;
  enter: () => void;
}

/**
 * Which page is shown. The page before stays, and so does its address, until the code of the next
 * one is there.
 */
export function createRouter(
  routes: readonly Route[],
  notFound: ComponentType,
  history: PageHistory,
): Router {
  const listeners = new Set<() => void>();
  const guards = new Set<Guard>();
  let turn = 0;
  let shown: Shown = {
    location: history.here(),
    how: 'step',
    keepsScroll: false,
    page: null,
    error: null,
  };

  /** `enter` changes the address, when it isn't changed yet. */
  async function show(next: Omit<Shown, keyof Loaded>, entering?: Entering) {
    turn += 1;
    const mine = turn;
    const loaded = await loadPage(routes, notFound, next.location.pathname);
    // Someone has gone elsewhere meanwhile, or typed what would be lost.
    if (mine !== turn || (entering && !(await entering.may()))) return;
    // Code that is not there any more: of a release before the server's.
    if (loaded.error !== null && entering && (await entering.anew())) return;
    if (mine !== turn) return;
    entering?.enter();
    shown = { ...next, ...loaded };
    for (const listener of listeners) listener();
  }

  async function navigate(to: To | number, going: Going = {}): Promise<void> {
    if (typeof to === 'number') return history.go(to);
    const { replace = false, state = null, keepsScroll = false } = going;
    const address = addressFrom(to, shown.location.pathname);
    const location = { ...address, state, key: newKey() };
    const guard = whoStops(guards, location);
    if (guard && !(await guard.ask())) return undefined;
    const how = replace ? 'replace' : 'push';
    return show(
      { location, how, keepsScroll },
      {
        may: async () => guard !== undefined || (whoStops(guards, location)?.ask() ?? true),
        anew: () => history.openAnew(location),
        enter: () => history[how](location),
      },
    );
  }

  const step = () => show({ location: history.here(), how: 'step', keepsScroll: false });

  function start(): Promise<void> {
    history.onStep(
      guardSteps(
        history,
        guards,
        () => shown.location.key,
        () => void step(),
      ),
    );
    return step();
  }

  return {
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start,
    navigate,
    guard(guard) {
      guards.add(guard);
      return () => guards.delete(guard);
    },
  };
}
