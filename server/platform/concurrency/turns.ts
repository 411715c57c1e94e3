import { Refused, sentences } from '#server/errors.ts';

interface Limits {
  atOnce: number;
  /** All that may wait. Further ones are refused. */
  mostWaiting: number;
  /** What one caller may run at once; all of it if left out. */
  mostOfCaller?: number;
}

/** Runs the effect in its turn. Callers take turns: one that has many waiting delays only its own. */
export type InTurn = <T>(
  caller: string,
  effect: () => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

const retryAfterSeconds = 5;

/** Waits for a turn of the caller, or until the signal. Answers how to end it. */
export type TakeTurn = (caller: string, signal?: AbortSignal) => Promise<() => void>;

/** Bounds how much of a kind of heavy work a process does at once. */
export const openTurns = (limits: Limits): InTurn => inTurnOf(openTurnTaking(limits));

/** Work that is one function, in the same turns as work that is not. */
export function inTurnOf(take: TakeTurn): InTurn {
  return async (caller, effect, signal) => {
    const end = await take(caller, signal);
    try {
      return await effect();
    } finally {
      end();
    }
  };
}

/** For work that is not one function, such as a stream. */
export function openTurnTaking({ atOnce, mostWaiting, mostOfCaller = atOnce }: Limits): TakeTurn {
  let running = 0;
  const runningOf = new Map<string, number>();
  let count = 0;
  // In the order of their next turn.
  const waiting = new Map<string, (() => void)[]>();

  function wait(caller: string, signal?: AbortSignal): Promise<void> {
    const own = waiting.get(caller) ?? [];
    // One caller alone cannot fill the queue.
    if (count >= mostWaiting || own.length >= mostWaiting / 2) {
      throw new Refused('tooMany', sentences.tooManyWaiting, [], retryAfterSeconds);
    }
    count += 1;
    waiting.set(caller, own);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      own.splice(own.indexOf(go), 1);
      if (own.length === 0) waiting.delete(caller);
      count -= 1;
      reject(signal?.reason);
    };
    const go = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    own.push(go);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  const ownOf = (caller: string) => runningOf.get(caller) ?? 0;
  const mayRun = (caller: string) => running < atOnce && ownOf(caller) < mostOfCaller;

  function start(caller: string): void {
    running += 1;
    runningOf.set(caller, ownOf(caller) + 1);
  }

  function end(caller: string): void {
    running -= 1;
    if (ownOf(caller) > 1) runningOf.set(caller, ownOf(caller) - 1);
    else runningOf.delete(caller);
    const next = waiting.entries().find(([name]) => mayRun(name));
    if (next === undefined) return;
    const [name, own] = next;
    const go = own.shift();
    count -= 1;
    waiting.delete(name);
    if (own.length > 0) waiting.set(name, own);
    start(name);
    go?.();
  }

  return async (caller, signal) => {
    signal?.throwIfAborted();
    if (mayRun(caller)) start(caller);
    else await wait(caller, signal);
    return () => end(caller);
  };
}
