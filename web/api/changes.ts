import type { EndpointShape } from '#contract/endpoint.ts';

const listeners = new Set<() => void>();

/** Calls `listener` after each call of this user that may have changed something. */
export function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Searches and previews are POST, too, because they have a body. */
const reads = /\/(search|count|preview[\w-]*)$/;

export function announceChange({ method, path }: Pick<EndpointShape, 'method' | 'path'>): void {
  if (method === 'GET' || reads.test(path)) return;
  for (const listener of listeners) listener();
}
