import { useRef, useState } from 'react';
import type { EndpointShape } from '#contract/endpoint.ts';
import { type ApiError, asApiError } from './api-error.ts';
import { attemptKeys } from './attempt-keys.ts';
import { type CallInput, callWithEtag, type Reply } from './call.ts';

/** `error` is null if the call was ignored because an earlier one is still running. */
export type Outcome<E extends EndpointShape> =
  | ({ ok: true } & Reply<E>)
  | { ok: false; error: ApiError | null };

export interface Calling<E extends EndpointShape> {
  busy: boolean;
  /** Why the last call failed; cleared when the next one starts. */
  error: ApiError | null;
  send: (options: CallInput<E>) => Promise<Outcome<E>>;
  clearError: () => void;
}

/** A call that a user starts: never twice at the same time, and it never rejects. */
export function useCall<E extends EndpointShape>(endpoint: E): Calling<E> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  // State changes too late to stop the second of two quick presses.
  const running = useRef(false);
  const [keys] = useState(() => attemptKeys());

  async function send(options: CallInput<E>): Promise<Outcome<E>> {
    if (running.current) return { ok: false, error: null };
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      const key = endpoint.idempotent ? { idempotencyKey: keys.keyFor(options) } : {};
      const reply = await callWithEtag(endpoint, { ...key, ...options });
      keys.succeeded();
      return { ok: true, ...reply };
    } catch (thrown) {
      const failed = asApiError(thrown);
      setError(failed);
      return { ok: false, error: failed };
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { busy, error, send, clearError: () => setError(null) };
}
