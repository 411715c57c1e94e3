import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { Config } from '#server/config.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import { isSigned } from '#server/platform/payfast/signature.ts';
import { clientOf } from './client-of.ts';

/** Public calls a minute from one client; a household or an office shares an address. */
const publicCallsPerMinute = 120;

/** A list shows fifty at once, each asked for once: browsers keep them. */
const lastingFilesPerMinute = 1200;

/** Card notifications; those that the provider signed are not limited. */
const badlySignedPerMinute = 60;

/** Limits how often one client may make the calls that need no session. */
export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
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
