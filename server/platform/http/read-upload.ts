import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import { pictureTexts } from '#contract/files.ts';
import { badField, Refused, sentences } from '#server/errors.ts';
import { type ReceivedFile, withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { endWithoutFile, endWithoutProgress } from './security/slow-requests.ts';

export interface Upload {
  /** The form's other fields, as text. */
  fields: Record<string, unknown>;
  file: ReceivedFile;
}

/** A form has few and short fields beside its file. */
const limits = { files: 1, fields: 10, fieldSize: 1000, parts: 12, headerPairs: 20 };

interface Sent {
  request: FastifyRequest;
  /** Aborts when the client leaves. */
  left: AbortSignal;
}

type UploadShape = NonNullable<EndpointShape['upload']>;

/** Checks the fields before the file, which is read only if this does not throw. Answers what to do after the call. */
export type BeforeFile = (fields: Upload['fields']) => Promise<(() => void) | void>;

/** Hands the single file of the form, in a field of any name, up to the size limit, to the effect. It is never in memory. */
export async function withUpload<T>(
  { request, left }: Sent,
  upload: UploadShape,
  beforeFile: BeforeFile,
  effect: (upload: Upload) => Promise<T>,
): Promise<T> {
  refuseOtherTypes(request, upload);
  const fields: Upload['fields'] = {};
  const ends: Awaited<ReturnType<BeforeFile>>[] = [];
  let stopWatching = () => {};
  // What the effect throws is no error of the form.
  let isRead = false;
  try {
    return await withPrivateFile(
      piecesOf({ request, left }, upload, fields, {
        start: () => {
          stopWatching = endWithoutFile(request.raw);
        },
        beforeFile: async () => {
          stopWatching();
          ends.push(await beforeFile(fields));
          stopWatching = endWithoutProgress(request.raw);
        },
      }),
      async (file) => {
        if (file.size === 0) throw wrong(upload, 'missing');
        isRead = true;
        stopWatching();
        return effect({ fields, file });
      },
    );
  } catch (error) {
    throw isRead ? error : asRefused(error, upload);
  } finally {
    stopWatching();
    for (const end of ends) end?.();
    discardRest(request);
  }
}

/** Hands the body, which is the file itself, up to the size limit, to the effect. It is never in memory. */
export async function withBytes<T>(
  request: FastifyRequest,
  largest: number,
  effect: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  // A packed one could unpack to anything.
  if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) {
    throw new Refused('wrongMediaType', sentences.notPlainFile);
  }
  const stopWatching = endWithoutProgress(request.raw);
  try {
    return await withPrivateFile(bodyOf(request, largest), async (file) => {
      stopWatching();
      return effect(file);
    });
  } finally {
    stopWatching();
    discardRest(request);
  }
}

async function* bodyOf({ raw, headers }: FastifyRequest, largest: number): AsyncGenerator<Buffer> {
  const tooLarge = () => new Refused('tooLarge', sentences.tooLarge);
  if (Number(headers['content-length'] ?? 0) > largest) throw tooLarge();
  let size = 0;
  try {
    for await (const piece of raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > largest) throw tooLarge();
      yield piece;
    }
  } catch (error) {
    // The connection broke off: nobody reads the reply.
    throw error instanceof Refused ? error : new Refused('badInput', sentences.badRequest);
  }
}

async function* piecesOf(
  { request, left }: Sent,
  { largest }: UploadShape,
  fields: Upload['fields'],
  { start, beforeFile }: { start: () => void; beforeFile: () => Promise<void> },
): AsyncGenerator<Buffer> {
  const parts = request.parts({ limits: { ...limits, fileSize: largest } });
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  // The form of a connection that is gone never ends by itself.
  const leave = () => gone.reject(left.reason);
  if (left.aborted) leave();
  left.addEventListener('abort', leave, { once: true });
  start();
  for (;;) {
    const next = await Promise.race([parts.next(), gone.promise]);
    if (next.done === true) return;
    const part = next.value;
    if (part.type === 'file') {
      await beforeFile();
      left.throwIfAborted();
      left.addEventListener('abort', () => part.file.destroy(left.reason as Error), { once: true });
      yield* part.file as AsyncIterable<Buffer>;
      if (part.file.truncated) throw Object.assign(new Error(), { code: tooLargeCode });
    } else fields[part.fieldname] = part.value;
  }
}

/** So that the client of a refused call can read the reply. */
function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

/** The sentence of product-rules 16.12, then what to do. */
export function badUpload(field: string, advice: string): Refused {
  const message = pictureTexts.refused;
  return new Refused('badInput', message, [
    { field, message },
    { field, message: advice },
  ]);
}

/** The sentences of pictures, unless the endpoint has its own. */
function wrong({ field, texts }: UploadShape, problem: 'missing' | 'unreadable'): Refused {
  return texts ? badField(field, texts[problem]) : badUpload(field, pictureTexts[problem]);
}

function refuseOtherTypes(request: FastifyRequest, upload: UploadShape): void {
  const { 'content-type': type, 'content-encoding': packing = '' } = request.headers;
  if (type === undefined) throw wrong({ ...upload, field: '' }, 'missing');
  if (!request.isMultipart() || !/^(identity)?$/i.test(packing)) {
    throw new Refused('wrongMediaType', sentences.notAnUpload);
  }
}

const tooLargeCode = 'FST_REQ_FILE_TOO_LARGE';

/** Whatever the parser stumbles over is bad input: no boundary, no end, two files, odd names. */
function asRefused(error: unknown, upload: UploadShape): Error {
  if (error instanceof Refused) return error;
  const { code } = error as { code?: unknown };
  if (code === 'ENOSPC') return error as Error;
  const { tooLarge } = upload.texts ?? pictureTexts;
  if (code === tooLargeCode) return new Refused('tooLarge', tooLarge);
  return wrong(upload, code === 'FST_FILES_LIMIT' ? 'missing' : 'unreadable');
}
