import { setTimeout } from 'node:timers/promises';
import type { AppDeps } from '#server/app-deps.ts';
import { sealEntries } from './seal-entries.ts';

/** An entry waits this long at most, and for the seals of those before it. */
const pauseMs = 20_000;
/** At the end of the process, if the database does not answer. A seal that was begun is rolled back. */
const longestEndMs = 4000;

/** Seals new entries until it is stopped. The queue's schedules are for minutes. product-rules 23.5. */
export function keepSealing({ db, clock, log }: Pick<AppDeps, 'db' | 'clock' | 'log'>): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function seal(): Promise<void> {
    while (!signal.aborted) {
      await sealEntries({ db, clock, isStopping: () => signal.aborted }).catch((error: unknown) => {
        log.warn({ err: error }, 'entries could not be sealed, retrying later');
      });
      await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
    }
  }

  const sealing = seal();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([sealing, setTimeout(longestEndMs, null, { ref: false })]);
    },
  };
}
