import { type ListFormat, listFormats } from '#contract/csv.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { currentToken } from '#web/session/session.ts';
import { addressOf } from './address.ts';
import { headersFor, refusalIn } from './call.ts';
import { fetchWithRetry } from './fetch-with-retry.ts';
import { runCall } from './run-call.ts';

export interface Download {
  name: string;
  content: Blob;
}

/** The file of an endpoint, however large: complete, or an `ApiError`. */
export async function downloadFile(
  endpoint: EndpointShape,
  onBytes: (bytes: number) => void,
): Promise<Download> {
  const token = currentToken();
  const request = {
    method: endpoint.method,
    headers: headersFor(endpoint.file ?? '', { token }),
    repeatable: false,
  };
  const read = async (response: Response, onProgress: () => void) => {
    if (!response.ok) throw await refusalIn(endpoint, response, token);
    let bytes = 0;
    const content = await contentOf(response, (piece) => {
      onProgress();
      onBytes((bytes += piece));
    });
    return { name: nameIn(response.headers), content };
  };
  return runCall(() => fetchWithRetry(addressOf(endpoint, {}), request, read));
}

/** All results of a search as a file: complete, or an `ApiError`. */
export async function downloadList(
  endpoint: EndpointShape,
  format: ListFormat,
  body: object,
  params: Record<string, string> = {},
): Promise<Download> {
  const token = currentToken();
  const request = {
    method: endpoint.method,
    headers: headersFor(listFormats[format].mediaType, { body, token }),
    body: JSON.stringify(body),
    repeatable: true,
  };
  return fetchWithRetry(addressOf(endpoint, { params }), request, async (response, onProgress) => {
    if (!response.ok) throw await refusalIn(endpoint, response, token);
    return { name: nameIn(response.headers), content: await contentOf(response, onProgress) };
  });
}

function nameIn(headers: Headers): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'list.csv';
}

/** Reads chunk by chunk, so that a long file may take longer than the timeout. */
async function contentOf(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    onProgress(piece.value.length);
    pieces.push(piece.value);
  }
  return new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' });
}
