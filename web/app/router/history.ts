import { hrefOf, type Location, newKey } from './location.ts';

/** The entries that a visitor steps through with Back and Forward. */
export interface PageHistory {
  /** Where the visitor is. */
  here: () => Location;
  push: (to: Location) => void;
  replace: (to: Location) => void;
  go: (steps: number) => void;
  /** Loads the address as a new document if the site has been updated since; whether it does. */
  openAnew: (to: Location) => Promise<boolean>;
  /** Told how many entries the visitor has stepped, forward or back. */
  onStep: (listener: (steps: number) => void) => void;
}

interface Entry {
  state: unknown;
  key: string;
  /** Its place among the entries of this tab. */
  index: number;
}

export function browserHistory(): PageHistory {
  const { history, location } = window;
  let index = entryOf(history)?.index ?? 0;
  if (entryOf(history) === null) adopt(index);

  /** An entry that isn't ours yet: the first one, or a link to a place within the page. */
  function adopt(at: number): void {
    history.replaceState({ state: null, key: newKey(), index: at } satisfies Entry, '');
  }

  return {
    here: () => ({
      pathname: location.pathname,
      search: location.search,
      hash: location.hash,
      state: entryOf(history)?.state ?? null,
      key: entryOf(history)?.key ?? '',
    }),
    push(to) {
      index += 1;
      history.pushState({ state: to.state, key: to.key, index } satisfies Entry, '', hrefOf(to));
    },
    replace(to) {
      history.replaceState({ state: to.state, key: to.key, index } satisfies Entry, '', hrefOf(to));
    },
    go: (steps) => history.go(steps),
    async openAnew(to) {
      if (!(await isUpdated())) return false;
      location.assign(hrefOf(to));
      return true;
    },
    onStep(listener) {
      addEventListener('popstate', () => {
        if (entryOf(history) === null) adopt(index + 1);
        const now = entryOf(history)?.index ?? index;
        const steps = now - index;
        index = now;
        listener(steps);
      });
    },
  };
}

/** Each release has a script of another name; without a connection nobody knows. */
async function isUpdated(): Promise<boolean> {
  const ours = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';
  const page = await fetch('/', { cache: 'no-store' }).then(
    (reply) => (reply.ok ? reply.text() : ''),
    () => '',
  );
  return page.includes('<script type="module"') && !page.includes(ours);
}

function entryOf({ state }: History): Entry | null {
  return isEntry(state) ? state : null;
}

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'index' in state && 'key' in state;
}

/** Where a page is drawn, there is nothing to step through. */
export function noHistory(pathname: string, search: string): PageHistory {
  const nowhere = () => undefined;
  const here = { pathname, search, hash: '', state: null, key: '' };
  const openAnew = () => Promise.resolve(false);
  return {
    here: () => here,
    push: nowhere,
    replace: nowhere,
    go: nowhere,
    openAnew,
    onStep: nowhere,
  };
}
