import type { PageHistory } from './history.ts';
import type { Location } from './location.ts';

/** Someone who would lose something by leaving. */
export interface Guard {
  stops: (to: Location) => boolean;
  ask: () => Promise<boolean>;
}

export function whoStops(guards: ReadonlySet<Guard>, to: Location): Guard | undefined {
  return [...guards].find(({ stops }) => stops(to));
}

/** The browser has stepped before anybody can ask: steps back, asks, and goes again. */
export function guardSteps(
  history: PageHistory,
  guards: ReadonlySet<Guard>,
  step: () => void,
): (steps: number) => void {
  /** Takes the next step of the history, which is one of ours. */
  let expected: (() => void) | null = null;
  const goAndThen = (steps: number, then: () => void) => {
    expected = then;
    history.go(steps);
  };
  return (steps) => {
    const ours = expected;
    expected = null;
    if (ours) return ours();
    const to = history.here();
    const guard = steps === 0 ? undefined : whoStops(guards, to);
    if (guard === undefined) return step();
    const isBack = new Promise<void>((back) => goAndThen(-steps, back));
    const asking = isBack.then(() => history.here().key);
    void Promise.all([guard.ask(), asking]).then(([may, key]) => {
      // A save may have led elsewhere meanwhile: then the answer is about what is over.
      if (may && history.here().key === key) goAndThen(steps, step);
    });
    return undefined;
  };
}
