const minute = 60_000;
const pauses = [1, 5, 15, 60, 120, 240, 480].map((minutes) => minutes * minute);
const twoDays = 48 * 60 * minute;

/** The time of the next retry, or `null` after two days. product-rules 8.2. */
export function nextAttempt(attempts: number, queuedAt: Date, now: Date): Date | null {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? minute;
  const next = new Date(now.getTime() + pause);
  return next.getTime() > queuedAt.getTime() + twoDays ? null : next;
}
