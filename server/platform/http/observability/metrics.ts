import { BlockList, isIP, isIPv6 } from 'node:net';
import { Counter, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { notFound, sentences } from '#server/errors.ts';
import { plainAddress } from '../security/client-of.ts';

/** `addMetrics` adds those of features. For Prometheus, on this machine and from `METRICS_FROM`. product-rules 1.27. */
export function serveMetrics(
  app: FastifyInstance,
  config: Config,
  addMetrics: (registry: Registry) => void = () => {},
): void {
  const registry = new Registry();
  addMetrics(registry);
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests served',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to serve',
    labelNames,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    requests.inc(labels);
    seconds.observe(labels, reply.elapsedTime / 1000);
    done();
  });
  const allowed = rangesOf(['127.0.0.0/8', '::1', ...config.metricsFrom]);
  app.get('/metrics', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    if (!comesFrom(allowed, request, config)) throw notFound(sentences.notFound);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * Behind an unconfigured proxy, every request seems to come from the proxy's address, often this
 * machine. The forwarding header reveals it. A trusted proxy names the client.
 */
function comesFrom(allowed: BlockList, request: FastifyRequest, config: Config): boolean {
  const { headers, ip } = request;
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (isForwarded && config.trustProxy.length === 0) return false;
  const address = plainAddress(ip);
  return isIP(address) !== 0 && allowed.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function rangesOf(words: string[]): BlockList {
  const list = new BlockList();
  for (const word of words) {
    const [address = '', bits] = word.split('/');
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  return list;
}
