import { Refused, sentences } from '#server/errors.ts';

interface Limits {
  atOnce: number;
  /** All that may wait. Further ones are refused. */
  mostWaiting: number;
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
export function openTurns(limits: Limits): InTurn {
  const take = openTurnTaking(limits);
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
export function openTurnTaking({ atOnce, mostWaiting }: Limits): TakeTurn {
  let running = 0;
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

  function passOn(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [caller, own] = next;
    const go = own.shift();
    count -= 1;
    waiting.delete(caller);
    if (own.length > 0) waiting.set(caller, own);
    go?.();
  }

  return async (caller, signal) => {
    signal?.throwIfAborted();
    if (running < atOnce) running += 1;
    else await wait(caller, signal);
    return passOn;
  };
}
