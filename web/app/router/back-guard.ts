/** A form that would lose changes if the user left the page. */
export interface Guard {
  stops: (to: { pathname: string }) => boolean;
  /** Whether the user leaves the page. */
  ask: () => Promise<boolean>;
}

export type FindGuard = (to: { pathname: string }) => Guard | undefined;

/** The parts of `window` that this module uses. */
export interface BrowserWindow {
  history: { readonly state: unknown; go: (steps: number) => void };
  location: { pathname: string };
  addEventListener: (type: 'popstate', listener: Listener) => void;
}

type Listener = (event: Pick<Event, 'stopImmediatePropagation'>) => void;

/** Longer than the time between two presses of Back that belong together. */
const repeatedBackMs = 50;

/** React Router numbers the entries of the browser's history. */
interface Entry {
  key: string;
  idx: number;
}

/** The steps back to the page that asks, after the browser has already left its entry. */
interface Return {
  home: Entry;
  /** Where the browser is now. */
  idx: number;
  /** How far our own `history.go` moves, to tell it from the user's steps. */
  ownSteps: number;
  /** How far from the page the user wants to go. */
  wantedSteps: number;
  arrived: (wantedSteps: number) => void;
  retry?: ReturnType<typeof setTimeout>;
}

/**
 * Asks before Back or Forward leaves a guarded page. React Router's blocker expects one step at a
 * time: if the user presses Back twice, the address and the page no longer match. So this returns
 * to the page first, and React Router sees only the steps that were allowed.
 */
export function guardBack(browser: BrowserWindow, findGuard: FindGuard) {
  let shown = entryOf(browser);
  let returning: Return | null = null;
  let isAllowed = false;

  function goHome(way: Return) {
    way.ownSteps = way.home.idx - way.idx;
    browser.history.go(way.ownSteps);
  }

  function continueReturn(way: Return) {
    clearTimeout(way.retry);
    const { idx } = entryOf(browser);
    const steps = idx - way.idx;
    way.idx = idx;
    if (idx === way.home.idx) {
      returning = null;
      way.arrived(way.wantedSteps);
      return;
    }
    // Back was pressed again. Some browsers then drop our own step, others still take it.
    if (steps !== way.ownSteps) way.wantedSteps = idx - way.home.idx;
    way.retry = setTimeout(() => {
      if (returning === way) goHome(way);
    }, repeatedBackMs);
  }

  function returnHome(): Promise<number> {
    const { idx } = entryOf(browser);
    return new Promise((arrived) => {
      returning = { home: shown, idx, ownSteps: 0, wantedSteps: idx - shown.idx, arrived };
      goHome(returning);
    });
  }

  async function ask(guard: Guard) {
    const page = shown;
    const [mayLeave, wantedSteps] = await Promise.all([guard.ask(), returnHome()]);
    // If a save has shown another page since, the answer is out of date.
    if (!mayLeave || shown !== page) return;
    isAllowed = true;
    browser.history.go(wantedSteps);
  }

  const onPopState: Listener = (event) => {
    if (returning !== null) {
      event.stopImmediatePropagation();
      continueReturn(returning);
      return;
    }
    const guard = isAllowed ? undefined : findGuard(browser.location);
    isAllowed = false;
    if (guard === undefined) return;
    event.stopImmediatePropagation();
    void ask(guard);
  };

  browser.addEventListener('popstate', onPopState);
  return {
    /** Call it whenever React Router has shown another entry. */
    pageShown() {
      const entry = entryOf(browser);
      if (entry.key === shown.key) return;
      shown = entry;
      returning = null;
      isAllowed = false;
    },
  };
}

function entryOf({ history }: BrowserWindow): Entry {
  const { key = '', idx = 0 } = (history.state ?? {}) as Partial<Entry>;
  return { key, idx };
}
