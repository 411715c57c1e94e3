import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointShape } from '#contract/endpoint.ts';
import type { Config } from '#server/config.ts';
import { Refused, sentences } from '#server/errors.ts';
import { readNotification } from '#server/platform/payfast/notification.ts';
import { isSigned } from '#server/platform/payfast/signature.ts';
import { clientOf, netsOf } from './client-of.ts';

/** All calls a minute of one user. A page makes up to ten. */
const userCallsPerMinute = 300;

/** Public calls a minute from one client; a household or an office shares an address. */
const publicCallsPerMinute = 120;

/** A list shows fifty at once, each asked for once: browsers keep them. */
const lastingFilesPerMinute = 1200;

/** Card notifications; those that the provider signed are not limited. */
const badlySignedPerMinute = 60;

/** Clients and users that a limit counts at once. It forgets those that have not called for longest. */
const mostCounted = 20_000;

/** For addresses that are no calls. A crowd behind one address may open a page at the same time. */
export const pageLimit: RateLimitOptions = {
  max: 600,
  timeWindow: '1 minute',
  keyGenerator: clientOf,
};

/**
 * Coarse limits per minute. Each process counts for itself, so that a cheap call costs no write. Expensive
 * calls have a limit of all processes, too (`call-limits.ts`).
 */
export async function limitRates(app: FastifyInstance, config: Config): Promise<void> {
  if (!config.rateLimits) return;
  // Before the plugin: its own hook, which runs after this one, looks for what is set here.
  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint;
    if (endpoint !== undefined && endpoint.access !== 'anyone') return;
    route.config = {
      ...route.config,
      rateLimit: {
        timeWindow: '1 minute',
        keyGenerator: clientOf,
        cache: mostCounted,
        ...(endpoint === undefined ? pageLimit : limitOf(endpoint, config)),
        ...route.config?.rateLimit,
      },
    };
  });
  await app.register(rateLimit, { global: false });
  limitNets(app, config);
  limitUsers(app);
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

/** A line or a site with IPv6 has many clients: the wider networks of each are counted too. */
function limitNets(app: FastifyInstance, config: Config): void {
  const wide = (place: number) => {
    const netOf = (request: FastifyRequest) => netsOf(clientOf(request))[place];
    const options = {
      max: ({ routeOptions: { config: route } }: FastifyRequest, key: string) =>
        Number(limitOf(route.endpoint as EndpointShape, config).max) * Number(key.split(' ')[0]),
      timeWindow: '1 minute',
      cache: mostCounted,
      keyGenerator: (request: FastifyRequest) => {
        const { method, url } = request.routeOptions;
        return `${netOf(request)?.times} ${String(method)} ${url} ${netOf(request)?.net}`;
      },
      allowList: (request: FastifyRequest) => netOf(request) === undefined,
    };
    return app.createRateLimit(options);
  };
  const counts = [wide(1), wide(2)];
  const countNets = async (request: FastifyRequest) => {
    for (const count of counts) {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) throw tooManyCalls(Date.now() + counted.ttl);
    }
  };
  // After the hook of the client itself: one that is refused does not use up the limit of its neighbours.
  app.addHook('onRoute', (route) => {
    const endpoint = route.config?.endpoint;
    if (endpoint?.access !== 'anyone' || endpoint.raw !== undefined) return;
    route.onRequest = [route.onRequest ?? [], countNets].flat();
  });
}

/** Counts after `onRequest`, which finds the user of the session, and before the body is read. */
function limitUsers(app: FastifyInstance): void {
  const options = {
    max: userCallsPerMinute,
    timeWindow: '1 minute',
    cache: mostCounted,
    keyGenerator: ({ caller, ip }: FastifyRequest) => caller?.userId ?? ip,
  };
  const countCall = app.createRateLimit(options);
  // By session. The next calls are refused before the session is read from the database.
  const refusedUntil = new Map<string, number>();
  app.addHook('onRequest', async ({ headers: { authorization } }) => {
    const until = authorization === undefined ? undefined : refusedUntil.get(authorization);
    if (until === undefined || authorization === undefined) return;
    if (until > Date.now()) throw tooManyCalls(until);
    refusedUntil.delete(authorization);
  });
  app.addHook('preParsing', async (request) => {
    if (request.caller === null || request.caller === undefined) return;
    const counted = await countCall(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    const until = Date.now() + counted.ttl;
    if (refusedUntil.size >= mostCounted) refusedUntil.clear();
    refusedUntil.set(request.headers.authorization ?? '', until);
    throw tooManyCalls(until);
  });
}

function tooManyCalls(until: number): Refused {
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
  return new Refused('tooMany', sentences.tooMany, [], seconds);
}
