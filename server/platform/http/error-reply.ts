import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultError, type Failure } from '#contract/envelope.ts';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import { Refused, sentences, violated } from '#server/errors.ts';

/** Every error becomes a reply here, and nowhere else. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    answerError(error, request, reply);
  });
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refused = asRefused(error);
  if (refused === null) {
    request.log.error({ err: error }, 'an unexpected error');
    void reply.status(500).send(failureOf(defaultError));
    return;
  }
  if (refused.retryAfter !== undefined) void reply.header('retry-after', refused.retryAfter);
  if (isDatabaseUnavailable(error)) request.log.warn({ err: error }, 'the database is away');
  else if (isSqlState(error)) request.log.warn({ err: error }, 'only the database refused this');
  void reply.status(refused.status).send(failureOf(refused.message, refused.errors));
}

function failureOf(message: string, errors: Refused['errors'] = []): Failure {
  return errors.length > 0 ? { success: false, message, errors } : { success: false, message };
}

function asRefused(error: unknown): Refused | null {
  if (error instanceof Refused) return error;
  if (isDatabaseUnavailable(error))
    return new Refused('unavailable', sentences.databaseAway, [], 5);
  if (violated(error) !== undefined) return new Refused('conflict', sentences.changed);
  const { statusCode, code } = error as { statusCode?: number; code?: unknown };
  if (statusCode === 413) return new Refused('tooLarge', sentences.tooLarge);
  if (statusCode === 415) return new Refused('wrongMediaType', sentences.wrongMediaType);
  if (statusCode === 429) return new Refused('tooMany', sentences.tooMany);
  if (code === 'FST_ERR_BAD_URL') return new Refused('badInput', sentences.badAddress);
  if (statusCode !== undefined && statusCode < 500)
    return new Refused('badInput', sentences.badRequest);
  // A value that no rule of ours caught and the database can't hold.
  if (isSqlState(error, '22')) return new Refused('badInput', sentences.badRequest);
  return null;
}

function isSqlState(error: unknown, family = ''): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code.startsWith(family);
}
