import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { EndpointShape } from '#contract/endpoint.ts';
import { Refused, sentences } from '#server/errors.ts';

/** Bodies arrive as bytes; a call without a body accepts none, `{}` or any (product-rules 1.14). */
export function takeBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

// Refuses what is not UTF-8: half a letter would otherwise be kept as a question mark.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The call's body as it came; what is no object says nothing where a body may be left out. */
export function readBody(endpoint: EndpointShape, request: FastifyRequest): unknown {
  if (endpoint.body === undefined) return undefined;
  if (endpoint.bodyOptional !== true) return readJson(request);
  const given = readAnything(request);
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  return isObject ? given : {};
}

function readAnything(request: FastifyRequest): unknown {
  try {
    return readJson(request);
  } catch {
    return undefined;
  }
}

function readJson({ headers, body }: FastifyRequest): unknown {
  // Without a body it is undefined, or null where the route has a schema of it.
  const bytes = body as Buffer | null | undefined;
  if (bytes == null || bytes.length === 0) throw badJson();
  const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
  const isPacked = !/^(identity)?$/i.test(headers['content-encoding'] ?? '');
  if (!isJson || isPacked) throw new Refused('wrongMediaType', sentences.wrongMediaType);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw badJson();
  }
}

/** A body that is kept as it came, whatever it holds. */
export function readBytes({ headers, body }: FastifyRequest, type: string): Buffer {
  const given = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (given !== type) throw new Refused('wrongMediaType', sentences.notAForm);
  return (body as Buffer | null | undefined) ?? Buffer.alloc(0);
}

/** The body of a file stays where it is until it has its turn. */
export function leaveBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
}

function badJson(): Refused {
  return new Refused('badInput', sentences.badJson);
}

/** The errors of each field, with the contract's messages. */
export function parse(schema: z.ZodMiniType | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: sentenceOf(issue),
  }));
  throw new Refused('badInput', errors[0]?.message ?? sentences.badJson, errors);
}

/** Where the contract has no words for it, zod/mini has none either. */
function sentenceOf({ message, path }: z.core.$ZodIssue): string {
  if (message !== 'Invalid input') return message;
  return path.length === 0 ? sentences.badRequest : sentences.badValue;
}
