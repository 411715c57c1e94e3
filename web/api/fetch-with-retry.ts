import { ApiError, tooSlow, unanswered, unreachable } from './api-error.ts';

export const usualTimeoutMs = 15_000;
const pausesMs = [300, 1000];

/** `repeatable`: whether the call may be repeated if no response arrived. */
export interface Request extends RequestInit {
  repeatable: boolean;
  /** The timeout of the whole response, if not 15 seconds. */
  timeoutMs?: number | undefined;
}

type Read<T> = (response: Response, onProgress: () => void) => Promise<T>;

/**
 * Times out after 15 seconds or `timeoutMs`; `onProgress` restarts the timeout. After a network
 * failure, repeatable calls are retried twice.
 */
export async function fetchWithRetry<T>(
  address: string,
  { repeatable, signal, ...init }: Request,
  read: Read<T>,
): Promise<T> {
  for (const pause of repeatable ? pausesMs : []) {
    try {
      return await fetchOnce(address, { ...init, signal }, read);
    } catch (error) {
      if (!isNetworkFailure(error)) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
      signal?.throwIfAborted();
    }
  }
  return fetchOnce(address, { ...init, signal }, read);
}

async function fetchOnce<T>(
  address: string,
  { signal, timeoutMs = usualTimeoutMs, ...init }: Omit<Request, 'repeatable'>,
  read: Read<T>,
): Promise<T> {
  // AbortSignal.any is missing in phone browsers of a few years ago.
  const either = new AbortController();
  const giveUp = () => either.abort();
  let isLate = false;
  const beLate = () => {
    isLate = true;
    giveUp();
  };
  let timer = setTimeout(beLate, timeoutMs);
  const onProgress = () => {
    clearTimeout(timer);
    timer = setTimeout(beLate, timeoutMs);
  };
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await read(await fetch(address, { ...init, signal: either.signal }), onProgress);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    signal?.throwIfAborted();
    throw unanswered(isLate ? tooSlow : unreachable);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof ApiError && error.message === unreachable;
}
