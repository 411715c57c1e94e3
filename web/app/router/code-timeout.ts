import { tooSlow, unanswered } from '#web/api/api-error.ts';
import { usualTimeoutMs } from '#web/api/fetch-with-retry.ts';

/** Rejects after the timeout of a call: on a stalled connection, `import()` never settles. */
export async function beforeTimeout<C>(loading: Promise<C>): Promise<C> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unanswered(tooSlow)), usualTimeoutMs);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
  }
}
