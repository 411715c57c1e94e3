/** Starts `times` calls at once and returns all outcomes. */
export function concurrently<T>(times: number, start: (n: number) => Promise<T>) {
  return Promise.allSettled(Array.from({ length: times }, (_, n) => start(n)));
}

/** The results of the calls that succeeded. */
export function succeeded<T>(outcomes: PromiseSettledResult<T>[]): T[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

/** The errors of the calls that failed. */
export function failed(outcomes: PromiseSettledResult<unknown>[]): Error[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
}

/** `from + 1` to `from + count`. */
export function numbersAfter(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => from + n + 1);
}
