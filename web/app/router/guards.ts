import type { PageHistory } from './history.ts';
import type { Location } from './location.ts';

/** Someone who would lose something by leaving. */
export interface Guard {
  stops: (to: Location) => boolean;
  ask: () => Promise<boolean>;
}

/** So much later no more presses of Back come that were made in one go. */
const hurryMs = 50;

/** The way back to the page that asks. */
interface Return {
  /** The key of its entry. */
  home: string;
  /** How many entries away from there the visitor is, */
  away: number;
  /** and how many of them our own step goes, which is on its way. */
  ours: number;
  /** Where the visitor wanted to. */
  wanted: { key: string; steps: number };
  arrived: () => void;
  again?: ReturnType<typeof setTimeout>;
}

export function whoStops(guards: ReadonlySet<Guard>, to: Location): Guard | undefined {
  return [...guards].find(({ stops }) => stops(to));
}

/** The browser has stepped before anybody can ask: steps back, asks, and goes again. */
export function guardSteps(
  history: PageHistory,
  guards: ReadonlySet<Guard>,
  shownKey: () => string,
  step: () => void,
): (steps: number) => void {
  let returning: Return | null = null;
  /** The entry for which the answer was yes. */
  let allowed: string | null = null;

  function goHome(way: Return) {
    way.ours = -way.away;
    history.go(way.ours);
  }

  function onTheWay(way: Return, steps: number) {
    way.away += steps;
    if (way.away === 0) {
      returning = null;
      way.arrived();
      return;
    }
    // The visitor has pressed Back once more. In some browsers ours is lost then, in others it comes.
    if (steps !== way.ours) way.wanted = { key: history.here().key, steps: way.away };
    clearTimeout(way.again);
    way.again = setTimeout(() => {
      if (returning === way && way.home === shownKey()) goHome(way);
    }, hurryMs);
  }

  function comeBack(wanted: Return['wanted']) {
    return new Promise<Return>((home) => {
      const arrived = () => home(way);
      const way: Return = { home: shownKey(), away: wanted.steps, ours: 0, wanted, arrived };
      returning = way;
      goHome(way);
    });
  }

  async function ask(guard: Guard, going: Return['wanted']) {
    const isHome = comeBack(going);
    const [may, { home, wanted }] = await Promise.all([guard.ask(), isHome]);
    // A save may have led elsewhere meanwhile: then the answer is about what is over.
    if (!may || history.here().key !== home) return;
    allowed = wanted.key;
    history.go(wanted.steps);
  }

  return (steps) => {
    if (returning?.home === shownKey()) return onTheWay(returning, steps);
    // A save has led elsewhere before we were home.
    returning = null;
    const to = history.here();
    const mayGo = steps === 0 || to.key === allowed;
    allowed = null;
    const guard = mayGo ? undefined : whoStops(guards, to);
    if (guard === undefined) return step();
    return void ask(guard, { key: to.key, steps });
  };
}
