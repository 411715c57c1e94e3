import type { FastifyRequest } from 'fastify';
import { pictureTexts } from '#contract/files.ts';
import { Refused, sentences } from '#server/errors.ts';

export interface Upload {
  /** The form's other fields, as text. */
  fields: Record<string, unknown>;
  file: Buffer;
}

/** A form has few and short fields beside its file. */
const limits = { files: 1, fields: 10, fieldSize: 1000, parts: 12, headerPairs: 20 };

/** The single file of the form, in a field of any name, up to the size limit. */
export async function readUpload(
  request: FastifyRequest,
  { field, largest }: { field: string; largest: number },
): Promise<Upload> {
  refuseOtherTypes(request);
  try {
    const fields: Upload['fields'] = {};
    let file: Buffer | null = null;
    for await (const part of request.parts({ limits: { ...limits, fileSize: largest } })) {
      if (part.type === 'file') file = await part.toBuffer();
      else fields[part.fieldname] = part.value;
    }
    if (file === null || file.length === 0) throw badUpload(field, pictureTexts.missing);
    return { fields, file };
  } catch (error) {
    throw asRefused(error, field);
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

function refuseOtherTypes(request: FastifyRequest): void {
  const { 'content-type': type, 'content-encoding': packing = '' } = request.headers;
  if (type === undefined) throw badUpload('', pictureTexts.missing);
  if (!request.isMultipart() || !/^(identity)?$/i.test(packing)) {
    throw new Refused('wrongMediaType', sentences.notAnUpload);
  }
}

/** Whatever the parser stumbles over is bad input: no boundary, no end, two files, odd names. */
function asRefused(error: unknown, field: string): Refused {
  if (error instanceof Refused) return error;
  const { code } = error as { code?: unknown };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refused('tooLarge', pictureTexts.tooLarge);
  if (code === 'FST_FILES_LIMIT') return badUpload(field, pictureTexts.missing);
  return badUpload(field, pictureTexts.unreadable);
}
