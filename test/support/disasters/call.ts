import type { EndpointShape, InputOf, ReplyOf } from '#contract/endpoint.ts';

export interface HttpReply<E extends EndpointShape> {
  status: number;
  data: ReplyOf<E>;
}

/** Calls an endpoint of a running process. Rejects if the connection fails. */
export async function callOver<E extends EndpointShape>(
  url: string,
  endpoint: E,
  input: InputOf<E>,
  headers: Record<string, string> = {},
): Promise<HttpReply<E>> {
  const { params, body } = input as { params?: Record<string, string>; body?: object };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params?.[name] ?? '');
  const reply = await fetch(`${url}/api${path}`, {
    method: endpoint.method,
    headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
    // A process that hangs is a failure, too.
    signal: AbortSignal.timeout(20_000),
  });
  const text = await reply.text();
  const isJson = String(reply.headers.get('content-type')).includes('json') && text !== '';
  const { data } = (isJson ? JSON.parse(text) : {}) as { data: ReplyOf<E> };
  return { status: reply.status, data };
}
