import { setTimeout } from 'node:timers/promises';
import { sendDue, type BulkSenderDeps } from './send-due.ts';

/** Each worker looks by itself, so that those on other machines take their share of a run. */
const pauseMs = 2000;
/** While the mail server can't be reached the pauses grow up to this. */
const longestPauseMs = 60_000;

/** Looks for what is due until it is stopped; what is on the line then is sent to its end. */
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
        failures += 1;
        deps.log.warn({ err: error }, 'bulk emails had to wait');
      }
      const pause = Math.min(pauseMs * 2 ** Math.min(failures, 6), longestPauseMs);
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  }

  const looking = look();
  return {
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}
