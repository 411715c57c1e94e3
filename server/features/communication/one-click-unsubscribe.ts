import type { FastifyInstance } from 'fastify';
import { clientOf } from '#server/platform/http/security/client-of.ts';
import { answerError } from '#server/platform/http/error-reply.ts';
import { communicationTexts } from '#contract/communication/endpoints.ts';
import { badField } from '#server/errors.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { unsubscribe } from './unsubscribe.ts';

/** High, because large mail providers post for many users from few addresses. */
const postsPerMinute = 1200;

/**
 * The Unsubscribe button of a mail program (RFC 8058) sends a POST to the URL of the page and gets a
 * reply without a page. A GET of this URL changes nothing.
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
        // The token decides: some mail programs post an empty body.
        const { token } = request.query;
        if (typeof token !== 'string') throw badField('token', communicationTexts.badToken);
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
