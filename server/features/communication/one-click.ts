import type { FastifyInstance } from 'fastify';
import { clientOf } from '#server/platform/http/security/client-of.ts';
import { answerError } from '#server/platform/http/error-reply.ts';
import { communicationTexts } from '#contract/communication/endpoints.ts';
import { badField } from '#server/errors.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { unsubscribe } from './unsubscribe.ts';

/** The large mail providers post for many people from few addresses. */
const postsPerMinute = 1200;

/**
 * What a mail program does when someone presses Unsubscribe in it (RFC 8058): it posts to the very
 * address that opens the page, and is answered without a page. Opening it changes nothing.
 */
export function serveOneClick(app: FastifyInstance, deps: AppDeps): void {
  app.post<{ Querystring: { token?: unknown } }>(
    '/unsubscribe',
    {
      schema: { hide: true },
      bodyLimit: 10_000,
      config: {
        rateLimit: { max: postsPerMinute, timeWindow: '1 minute', keyGenerator: clientOf },
      },
    },
    async (request, reply) => {
      try {
        // As a form of either kind: the words are the same.
        const said = (request.body as Buffer | undefined)?.toString('latin1') ?? '';
        const isOneClick = /\bList-Unsubscribe(=|%3D|"\s+)One-Click\b/i.test(said);
        const { token } = request.query;
        if (!isOneClick || typeof token !== 'string') {
          throw badField('token', communicationTexts.badToken);
        }
        const { db, queue, clock } = deps;
        await unsubscribe({ db, queue, at: clock.now(), by: null }, token, '');
        return await reply.type('text/plain').send(communicationTexts.unsubscribed);
      } catch (error) {
        answerError(error, request, reply);
        return reply;
      }
    },
  );
}
