import { setTimeout } from 'node:timers/promises';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import { sendDue } from './send-due.ts';
import type { BulkSenderDeps } from './bulk-sender-deps.ts';

/** Each worker polls on its own, so that workers on other machines share a run. */
const pauseMs = 2000;
/** The maximum pause while the mail server cannot be reached. */
const longestPauseMs = 60_000;
/** At the end of the process. What takes longer is uncertain: it may have arrived. */
const longestEndMs = 4000;

/** Sends what is due until it is stopped. Mails in transmission are completed, for four seconds. */
export function keepSending(deps: Omit<BulkSenderDeps, 'isStopping'>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const whole: BulkSenderDeps = { ...deps, isStopping: () => signal.aborted };

  async function look(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        failures = (await sendDue(whole)) ? 0 : failures + 1;
      } catch (error) {
        // A database that was away is asked again soon: sending goes on as soon as it is back.
        if (!isDatabaseUnavailable(error)) failures += 1;
        deps.log.warn({ err: error }, 'bulk emails could not be sent, retrying later');
      }
      const pause = Math.min(pauseMs * 2 ** Math.min(failures, 6), longestPauseMs);
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  }

  const looking = look();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([looking, setTimeout(longestEndMs, null, { ref: false })]);
    },
  };
}
