import { idleMessage, signedInHeader, unattendedHeader } from '#contract/auth/session-end.ts';
import type { EndpointShape, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { currentToken, endSession, type Ending } from '#web/session/session.ts';
import { isUnattended } from '#web/session/attended.ts';
import { addressOf, type Input } from './address.ts';
import { type ApiError, refused } from './api-error.ts';
import { announceChange } from './changes.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';
import { runCall } from './run-call.ts';

/** Uploads may be slow; the server waits as long. */
const uploadTimeoutMs = 120_000;

export interface CallOptions {
  signal?: AbortSignal;
  /** The server runs the effect once per key, however often it is called. */
  idempotencyKey?: string;
  /** Sends no token, even if a user is signed in. */
  anonymous?: boolean;
  /** The `etag` of the record that a form was filled from. */
  ifMatch?: string | undefined;
}

/** The `data` of a reply, or the document if the endpoint is a file. */
export type DataOf<E extends EndpointShape> = E extends { file: string } ? Blob : ReplyOf<E>;

/** What the endpoint takes, and how it is called. */
export type CallInput<E extends EndpointShape> = InputOf<E> & CallOptions;

/** An endpoint that takes nothing can be called without options. */
export type EndpointWithoutInput = EndpointShape & {
  params?: undefined;
  query?: undefined;
  body?: undefined;
  upload?: undefined;
  bytes?: undefined;
};

export interface Reply<E extends EndpointShape> {
  data: DataOf<E>;
  etag: string | undefined;
}

/** The only way to call the server. Throws an `ApiError` unless the call succeeds. */
export function call<E extends EndpointWithoutInput>(
  endpoint: E,
  options?: CallOptions,
): Promise<DataOf<E>>;
export function call<E extends EndpointShape>(
  endpoint: E,
  options: CallInput<E>,
): Promise<DataOf<E>>;
export async function call<E extends EndpointShape>(
  endpoint: E,
  options: Input & CallOptions = {},
): Promise<DataOf<E>> {
  return (await send(endpoint, options)).data;
}

/** Like `call`, with the ETag that an update of the record must send. */
export function callWithEtag<E extends EndpointShape>(
  endpoint: E,
  options: CallInput<E>,
): Promise<Reply<E>> {
  return send(endpoint, options);
}

async function send<E extends EndpointShape>(
  endpoint: E,
  options: Input & CallOptions,
): Promise<Reply<E>> {
  const address = addressOf(endpoint, options);
  const token = options.anonymous ? null : currentToken();
  const request = {
    method: endpoint.method,
    headers: headersFor(endpoint.file ?? 'application/json', { ...options, token }),
    body: bodyOf(endpoint, options),
    timeoutMs: (endpoint.upload ?? endpoint.bytes) ? uploadTimeoutMs : undefined,
    signal: options.signal ?? null,
    repeatable: endpoint.method === 'GET' || options.idempotencyKey !== undefined,
  };
  const reply = await runCall(() =>
    fetchWithRetry(address, request, (response) => replyOf(endpoint, response, token)),
  );
  announceChange(endpoint);
  return reply;
}

/** A file is sent in a form or as it is; the browser sets the content type. */
function bodyOf({ upload, bytes }: EndpointShape, { body, file }: Input): BodyInit | null {
  if (bytes !== undefined && file !== undefined) return file;
  if (upload === undefined || file === undefined) {
    return body === undefined ? null : JSON.stringify(body);
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  form.append(upload.field, file);
  return form;
}

export function headersFor(
  accept: string,
  options: Input & CallOptions & { token: string | null },
): Headers {
  const headers = new Headers({ Accept: accept });
  if (options.token !== null) {
    headers.set('Authorization', `Bearer ${options.token}`);
    if (isUnattended()) headers.set(unattendedHeader, '1');
    // What somebody does behind the sign-in is not done as a visitor after the session has ended.
    if (isBehindSignIn()) headers.set(signedInHeader, '1');
  }
  // A form with a file names its own type.
  if (options.body !== undefined && options.file === undefined) {
    headers.set('Content-Type', 'application/json');
  }
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey);
  if (options.ifMatch !== undefined) headers.set('If-Match', options.ifMatch);
  return headers;
}

export async function replyOf<E extends EndpointShape>(
  endpoint: E,
  response: Response,
  token: string | null,
): Promise<Reply<E>> {
  const etag = response.headers.get('ETag') ?? undefined;
  if (response.ok && endpoint.file !== undefined) {
    return { data: (await response.blob()) as DataOf<E>, etag };
  }
  if (!response.ok) throw await refusalIn(endpoint, response, token);
  const body = parsed(await response.text());
  return { data: (body as { data?: unknown } | undefined)?.data as DataOf<E>, etag };
}

/** The error of a refused call. If the session is no longer valid, it ends here too. */
export async function refusalIn(
  endpoint: EndpointShape,
  response: Response,
  token: string | null,
): Promise<ApiError> {
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  const error = refused({ status: response.status, response: text, headers, body: parsed(text) });
  if (response.status === 401 && (endpoint.access !== 'anyone' || isBehindSignIn())) {
    endThat(token, error.message === idleMessage ? 'idle' : 'refused');
  }
  return error;
}

/** There each 401 concerns the session. */
function isBehindSignIn(): boolean {
  return typeof location !== 'undefined' && /^\/(admin|member)\//.test(location.pathname);
}

/**
 * Public endpoints ignore an invalid token, so elsewhere only other endpoints' 401 concerns the session. A
 * late 401 must not end a session that started since.
 */
function endThat(token: string | null, how: Ending): void {
  if (currentToken() === token) endSession(how);
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
