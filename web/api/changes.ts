import type { EndpointShape } from '#contract/endpoint.ts';

const listeners = new Set<() => void>();

/** Calls `listener` after each call of this user that may have changed something. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function announceChange({ method, readOnly }: EndpointShape): void {
  if (method === 'GET' || readOnly) return;
  for (const listener of listeners) listener();
}
