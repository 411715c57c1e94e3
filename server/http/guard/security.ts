import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { paymentOrigins } from '#server/payfast/payment-form.ts';
import { clientOf } from './client-of.ts';
import { isCall } from '../pages.ts';

/** Public calls a minute from one client; a household or an office shares an address. */
const publicCallsPerMinute = 120;

/** The provider sends them all from a few addresses, and sends no more what it was refused. */
const notificationsPerMinute = 1200;

/** The headers of every reply, and a limit on what one client may ask without signing in. */
export async function guard(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
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
  app.addHook('onRequest', async (request, reply) => {
    // What is told to one person is kept by no browser and no proxy.
    if (isCall(request.url)) void reply.header('cache-control', 'no-store');
  });
  if (!config.rateLimits) return;
  // Before the plugin: its own hook, which runs after this one, looks for what is set here.
  app.addHook('onRoute', (route) => {
    if (route.config?.endpoint?.access !== 'anyone') return;
    route.config.rateLimit = {
      max: route.config.endpoint.raw === undefined ? publicCallsPerMinute : notificationsPerMinute,
      timeWindow: '1 minute',
      keyGenerator: clientOf,
    };
  });
  await app.register(rateLimit, { global: false });
}
