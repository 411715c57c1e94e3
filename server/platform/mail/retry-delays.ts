const minute = 60_000;
const pauses = [1, 5, 15, 60, 120, 240, 480].map((minutes) => minutes * minute);

/** Their pauses add up to about two days. */
const mostAttempts = 12;

/**
 * The time of the next retry, or `null` after the last one. Attempts are counted, not days: a mail that was held, or
 * whose server was off for days, has the same chances as any other. product-rules 8.2.
 */
export function nextAttempt(attempts: number, now: Date): Date | null {
  if (attempts >= mostAttempts) return null;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? minute;
  return new Date(now.getTime() + pause);
}
