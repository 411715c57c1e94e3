import { BlockList, isIP, isIPv6 } from 'node:net';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '#server/app-deps.ts';
import type { Config } from '#server/config.ts';
import { notFound, sentences } from '#server/errors.ts';
import { measureClock } from '#server/platform/db/clock-offset.ts';
import { readBacklog } from '#server/platform/jobs/backlog.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { plainAddress } from '../security/client-of.ts';

/** `addMetrics` adds those of features. For Prometheus, on this machine and from `METRICS_FROM`. product-rules 1.27. */
export function serveMetrics(
  app: FastifyInstance,
  deps: AppDeps,
  addMetrics: (registry: Registry) => void = () => {},
): void {
  const { config } = deps;
  const registry = new Registry();
  addProcessMetrics(deps, registry);
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
  const readDatabase = databaseGauges(registry, deps);
  const allowed = rangesOf(['127.0.0.0/8', '::1', ...config.metricsFrom]);
  app.get('/metrics', { schema: { hide: true }, logLevel: 'silent' }, async (request, reply) => {
    if (!comesFrom(allowed, request, config)) throw notFound(sentences.notFound);
    await readDatabase();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** What the database says. Without it, the other metrics are answered all the same. */
function databaseGauges(registry: Registry, { db, clock }: AppDeps): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const up = gauge('database_up', 'Whether the database answers');
  const offset = gauge('clock_offset_seconds', 'By how much the clock is ahead of the database');
  const job = gauge('jobs_oldest_seconds', 'How long the oldest due job has waited');
  const mail = gauge('mails_oldest_seconds', 'How long the oldest due mail has waited');
  const retried = gauge(
    'mails_retrying',
    'Mails that the mail server has not taken yet and that are tried again, at most 100',
  );
  const oldestRetried = gauge(
    'mails_retrying_oldest_seconds',
    'How long the oldest mail that is tried again has waited',
  );
  const held = gauge(
    'mails_held',
    'Mails that a restore holds back until an administrator decides, at most 100',
  );
  const failed = gauge(
    'mails_failed',
    'Mails that failed for good in the last 30 days, at most 100',
  );
  return async () => {
    try {
      const [{ aheadMs }, backlog] = await Promise.all([
        measureClock(db),
        readBacklog(db, clock.now()),
      ]);
      up.set(1);
      offset.set(aheadMs / 1000);
      job.set(backlog.oldestJob);
      mail.set(backlog.oldestMail);
      retried.set(backlog.retriedMails);
      oldestRetried.set(backlog.oldestRetried);
      held.set(backlog.heldMails);
      failed.set(backlog.failedMails);
    } catch {
      up.set(0);
      const others = [offset, job, mail, retried, oldestRetried, held, failed];
      for (const one of others) one.set(NaN);
    }
  };
}

const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Behind an unconfigured proxy, every request seems to come from the proxy's address, often this
 * machine. The forwarding header reveals it. A trusted proxy names the client.
 */
function comesFrom(allowed: BlockList, request: FastifyRequest, config: Config): boolean {
  const { headers, ip } = request;
  const isNamed = headers['x-forwarded-for'] !== undefined && config.trustProxy.length > 0;
  if (!isNamed && forwardingHeaders.some((name) => headers[name] !== undefined)) return false;
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
