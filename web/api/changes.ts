import type { EndpointShape } from '#contract/endpoint.ts';

type Listener = (endpoint: EndpointShape) => void;

const listeners = new Set<Listener>();

/** Calls `listener` after each call of this user that may have changed something. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function announceChange(endpoint: EndpointShape): void {
  if (endpoint.method === 'GET' || endpoint.readOnly) return;
  for (const listener of listeners) listener(endpoint);
}

/** The `meta` of a query that is loaded again after each change by this user, whatever was changed. */
export const followsChanges = { followsChanges: true };
