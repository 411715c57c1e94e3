import type { FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import { pictureTexts } from '#contract/files.ts';
import { badField, Refused, sentences } from '#server/errors.ts';

export interface Upload {
  /** The form's other fields, as text. */
  fields: Record<string, unknown>;
  file: Buffer;
}

/** A form has few and short fields beside its file. */
const limits = { files: 1, fields: 10, fieldSize: 1000, parts: 12, headerPairs: 20 };

type UploadShape = NonNullable<EndpointShape['upload']>;

/** The single file of the form, in a field of any name, up to the size limit. */
export async function readUpload(
  request: FastifyRequest,
  upload: UploadShape,
  beforeFile: (fields: Upload['fields']) => Promise<void>,
): Promise<Upload> {
  const { largest } = upload;
  refuseOtherTypes(request, upload);
  try {
    const fields: Upload['fields'] = {};
    let file: Buffer | null = null;
    for await (const part of request.parts({ limits: { ...limits, fileSize: largest } })) {
      if (part.type === 'file') {
        await beforeFile(fields);
        file = await part.toBuffer();
      } else fields[part.fieldname] = part.value;
    }
    if (file === null || file.length === 0) throw wrong(upload, 'missing');
    return { fields, file };
  } catch (error) {
    throw asRefused(error, upload);
  } finally {
    // Discards the rest of a refused form, so that the client can read the reply.
    request.raw.unpipe();
    request.raw.resume();
  }
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

/** Whatever the parser stumbles over is bad input: no boundary, no end, two files, odd names. */
function asRefused(error: unknown, upload: UploadShape): Refused {
  if (error instanceof Refused) return error;
  const { code } = error as { code?: unknown };
  const { tooLarge } = upload.texts ?? pictureTexts;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refused('tooLarge', tooLarge);
  return wrong(upload, code === 'FST_FILES_LIMIT' ? 'missing' : 'unreadable');
}
