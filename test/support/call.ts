import type { EndpointShape, InputOf, ReplyOf } from '#contract/endpoint.ts';
import type { FieldError } from '#contract/envelope.ts';
import type { TestApp } from './app.ts';

interface Reply<E extends EndpointShape> {
  status: number;
  data: ReplyOf<E>;
  message: string;
  errors: FieldError[];
  headers: Record<string, unknown>;
  text: string;
  bytes: Buffer;
}

export interface CallOptions {
  token?: string;
  headers?: Record<string, string>;
}

/** Calls an endpoint of the contract as a browser does. */
export async function callApi<E extends EndpointShape>(
  app: TestApp,
  endpoint: E,
  input: InputOf<E>,
  { token, headers = {} }: CallOptions = {},
): Promise<Reply<E>> {
  const { params, query, body, file } = input as {
    params?: Record<string, string>;
    query?: Record<string, string>;
    body?: object;
    file?: File;
  };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const form = file && (await sentAs(endpoint, file, body as Record<string, string>));
  const reply = await app.fastify.inject({
    method: endpoint.method,
    url: `/api${path}`,
    ...(query ? { query } : {}),
    ...(form || body ? { payload: form?.payload ?? body } : {}),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...form?.headers,
      ...headers,
    },
  });
  const isJson = String(reply.headers['content-type']).includes('json') && reply.body !== '';
  const parsed = isJson ? reply.json() : {};
  return {
    status: reply.statusCode,
    data: parsed.data,
    message: parsed.message ?? '',
    errors: parsed.errors ?? [],
    headers: reply.headers,
    text: reply.body,
    bytes: reply.rawPayload,
  };
}

async function sentAs(endpoint: EndpointShape, file: File, fields?: Record<string, string>) {
  if (endpoint.bytes === undefined) return formOf(endpoint, file, fields);
  const payload = Buffer.from(await file.arrayBuffer());
  return { payload, headers: { 'content-type': file.type || 'application/octet-stream' } };
}

/** A form with a file and fields, as a browser sends it. */
async function formOf({ upload }: EndpointShape, file: File, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(upload?.field ?? 'file', file);
  const request = new Response(form);
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}
