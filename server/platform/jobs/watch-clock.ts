import type { AppDeps } from '#server/app-deps.ts';
import { ClockWrong, isClockWrong, measureClock } from '#server/platform/db/clock-offset.ts';

const hour = 3_600_000;

/**
 * Compares the clocks every hour. While they differ, the jobs that depend on the day refuse to run
 * (decision 51). The daily run is done as soon as the clock is right again. Returns how to end it.
 */
export function watchClock(
  { config, db, queue, log }: Pick<AppDeps, 'config' | 'db' | 'queue' | 'log'>,
  everyMs = hour,
): () => void {
  if (config.now !== null) return () => {};
  let wasWrong = false;

  async function look(): Promise<void> {
    const offset = await measureClock(db);
    const isWrong = isClockWrong(offset);
    if (isWrong) log.error({ err: new ClockWrong(offset) }, 'the clock is wrong');
    else if (wasWrong) await queue.enqueue(db, 'run-day', {});
    wasWrong = isWrong;
  }

  const timer = setInterval(() => {
    // Without the database nothing is done at a wrong time.
    look().catch(() => {});
  }, everyMs).unref();
  return () => clearInterval(timer);
}
