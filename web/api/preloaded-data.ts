import type { EndpointShape, ReplyOf } from '#contract/endpoint.ts';

type Given = Readonly<Record<string, unknown>>;

let given: Given = typeof document === 'undefined' ? {} : givenInPage();

/** What the server answered already, in the page itself; null when it must be asked. */
export function givenReply<E extends EndpointShape>({ method, path }: E): ReplyOf<E> | null {
  return (given[`${method} ${path}`] ?? null) as ReplyOf<E> | null;
}

/** Where the page is drawn, and once it has been taken over: a later page asks anew. */
export function giveReplies(replies: Given): void {
  given = replies;
}

function givenInPage(): Given {
  const text = document.getElementById('given')?.textContent;
  return text ? (JSON.parse(text) as Given) : {};
}
