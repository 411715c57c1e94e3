import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isClockWrong, measureClock } from '#server/platform/db/clock-offset.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import { sharing } from '#server/platform/concurrency/sharing.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { readVersion } from '#server/version.ts';
import { forwardingOf } from '../security/forwarding.ts';
import { answerQuestion, questionHeader, settingsDigest } from './installation.ts';

/** Health endpoints for monitoring. They need no token. product-rules 1.27. */
export function serveHealth(app: FastifyInstance, deps: AppDeps): void {
  const hidden = { schema: { hide: true }, logLevel: 'silent' as const };
  app.get('/healthz', hidden, (request) => {
    const installation = answerQuestion(deps.secret, request.headers[questionHeader]);
    const version = readVersion();
    if (installation === null) return { success: true, ...version };
    const peer = request.socket.remoteAddress;
    const settings = settingsDigest(deps.secret, deps.config);
    return {
      success: true,
      ...version,
      installation,
      forwarding: forwardingOf(request),
      peer,
      settings,
    };
  });
  const readyNow = sharing(() => isReady(deps));
  app.get('/readyz', hidden, async (_request, reply) => {
    const ready = await readyNow('');
    if (!ready) void reply.header('retry-after', 5);
    return reply.status(ready ? 200 : 503).send({ success: ready });
  });
}

/** Not older than this program, and their clocks agree. During a rolling restart the database may be newer. */
async function isReady(deps: AppDeps): Promise<boolean> {
  try {
    if (deps.config.now === null && isClockWrong(await measureClock(deps.db))) return false;
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(deps.db);
    return (await compareMigrations(rows.map(({ name }) => name))).missing.length === 0;
  } catch {
    return false;
  }
}
