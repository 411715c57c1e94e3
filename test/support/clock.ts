import type { Clock } from '#server/clock.ts';

/** A clock that changes only when the test sets it. */
export interface TestClock extends Clock {
  set(instant: string): void;
}

export function stopClock(instant: string): TestClock {
  let now = new Date(instant);
  return {
    now: () => now,
    set(later) {
      now = new Date(later);
    },
  };
}
