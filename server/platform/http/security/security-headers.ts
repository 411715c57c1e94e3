import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { Config } from '#server/config.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import { isSigned } from '#server/platform/payfast/signature.ts';
import { paymentOrigins } from '#server/platform/payfast/payment-form.ts';
import { clientOf } from './client-of.ts';
import { isCall } from '../pages/page-address.ts';

/** Public calls a minute from one client; a household or an office shares an address. */
const publicCallsPerMinute = 120;

/** A list shows fifty at once, each asked for once: browsers keep them. */
const lastingFilesPerMinute = 1200;

/** Card notifications; those that the provider signed are not limited. */
const badlySignedPerMinute = 60;

/** The headers of every reply, and a rate limit for clients without a session. */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  // Computed once, because the Fastify plugin would build the same headers for each reply.
  const putHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // The one address that a page of ours posts a form to is the card provider's.
        formAction: ["'self'", ...paymentOrigins(config.payfast)],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    putHeaders(request.raw, reply.raw, (error) => done(error as Error | undefined));
  });
  app.addHook('onRequest', async (request, reply) => {
    // Browsers and proxies must not cache personal replies.
    if (isCall(request.url)) void reply.header('cache-control', 'no-store');
  });
  if (!config.rateLimits) return;
  // Before the plugin: its own hook, which runs after this one, looks for what is set here.
  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint;
    if (route.config === undefined || endpoint?.access !== 'anyone') return;
    route.config.rateLimit = {
      ...limitOf(endpoint, config),
      timeWindow: '1 minute',
      keyGenerator: clientOf,
    };
  });
  await app.register(rateLimit, { global: false });
}

function limitOf({ raw, lasting }: EndpointShape, { payfast }: Config): RateLimitOptions {
  if (raw === undefined) return { max: lasting ? lastingFilesPerMinute : publicCallsPerMinute };
  return {
    max: badlySignedPerMinute,
    // The signature is in the body.
    hook: 'preHandler',
    allowList: ({ body }: FastifyRequest) =>
      Buffer.isBuffer(body) && isSigned(readNotification(body), payfast.passphrase),
  };
}
