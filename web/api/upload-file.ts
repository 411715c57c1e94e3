import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { currentToken } from '#web/session/session.ts';
import { addressOf } from './address.ts';
import { tooSlow, unanswered, unreachable } from './api-error.ts';
import { type DataOf, headersFor, replyOf } from './call.ts';

/** Gives up after this time without progress. */
const timeoutMs = 120_000;

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a file as the body. XMLHttpRequest, because `fetch` reports no upload progress. */
export async function uploadFile<E extends EndpointShape>(
  endpoint: E,
  input: InputOf<E> & { file: File },
  { onProgress, signal }: UploadOptions,
): Promise<DataOf<E>> {
  const token = currentToken();
  const request = new XMLHttpRequest();
  request.open(endpoint.method, addressOf(endpoint, input));
  const { file } = input;
  for (const [name, value] of headersFor('application/json', { file, token })) {
    request.setRequestHeader(name, value);
  }
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  const response = await answerOf(request, file, { onProgress, signal });
  return (await replyOf(endpoint, response, token)).data;
}

function answerOf(
  request: XMLHttpRequest,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const giveUp = () => request.abort();
    const late = () => {
      isLate = true;
      giveUp();
    };
    let timer = setTimeout(late, timeoutMs);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(timer);
      timer = setTimeout(late, timeoutMs);
      onProgress(total === 0 ? 1 : loaded / total);
    });
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(unanswered(unreachable)));
    request.addEventListener('abort', () => reject(unanswered(isLate ? tooSlow : unreachable)));
    request.addEventListener('loadend', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    });
    signal.addEventListener('abort', giveUp);
    request.send(file);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name !== '') headers.append(name, value.join(': '));
  }
  return new Response(request.responseText, { status: request.status, headers });
}
