import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '#server/app-deps.ts';

/** What becomes of the client's address: `none` has been forwarded, or it is believed, or it is not. */
export type Forwarding = 'none' | 'trusted' | 'untrusted';

export function forwardingOf({ headers, ips = [] }: FastifyRequest): Forwarding {
  if (headers['x-forwarded-for'] === undefined) return 'none';
  // The first is the peer. A client on the proxy's own machine may have the same address.
  return ips.length > 1 ? 'trusted' : 'untrusted';
}

/** Behind a proxy that is not named, all clients count as one and share its limits. One warning is enough. */
export function warnOfProxy(app: FastifyInstance, { config, log }: AppDeps): void {
  if (config.isLoopback || config.trustProxy.length > 0) return;
  let hasWarned = false;
  app.addHook('onRequest', async (request) => {
    if (hasWarned || forwardingOf(request) !== 'untrusted') return;
    hasWarned = true;
    log.warn(
      'Requests come through a proxy, and TRUST_PROXY is not set: all visitors count as one, so that a few wrong passwords can block every sign-in. Set TRUST_PROXY to the address of the proxy.',
    );
  });
}
