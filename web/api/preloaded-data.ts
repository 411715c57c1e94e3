import type { EndpointShape, ReplyOf } from '#contract/endpoint.ts';

type Replies = Readonly<Record<string, unknown>>;

let preloaded: Replies = typeof document === 'undefined' ? {} : repliesInDocument();

/** The reply that the server sent along with the page; null if the page must call. */
export function preloadedReply<E extends EndpointShape>({ method, path }: E): ReplyOf<E> | null {
  return (preloaded[`${method} ${path}`] ?? null) as ReplyOf<E> | null;
}

/** For rendering on the server; and with `{}` after hydration, so that later pages call. */
export function setPreloadedReplies(replies: Replies): void {
  preloaded = replies;
}

function repliesInDocument(): Replies {
  const text = document.getElementById('given')?.textContent;
  return text ? (JSON.parse(text) as Replies) : {};
}
