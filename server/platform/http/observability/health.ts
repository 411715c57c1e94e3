import { access, constants, statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isClockWrong, measureClock } from '#server/platform/db/clock-offset.ts';
import { compareMigrations } from '#server/platform/db/migrate.ts';
import { serverFolder } from '#server/platform/db/server-disk.ts';
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
  const reasonNow = sharing(() => reasonNotReady(deps));
  app.get('/readyz', hidden, async (_request, reply) => {
    const reason = await reasonNow('');
    if (reason === null) return { success: true };
    return reply.status(503).header('retry-after', 5).send({ success: false, reason });
  });
}

/** Below this PostgreSQL has no room for its next file, and no change can be saved. */
const leastFreeBytes = 16 * 2 ** 20;

/** A disk that is read-only may have no room either, as some kinds of it. */
export async function diskProblem(
  dataDir: string,
  databaseFolder: string | null = null,
): Promise<string | null> {
  if (!(await isFull(dataDir))) {
    return databaseFolder !== null && (await isFull(databaseFolder))
      ? `The disk of the database (${databaseFolder}) is full.`
      : null;
  }
  const code = await access(dataDir, constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (code === 'EROFS') return 'The disk of DATA_DIR is read-only.';
  if (code === 'EACCES') return 'The application may not write to DATA_DIR.';
  return 'The disk of DATA_DIR is full.';
}

async function isFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < leastFreeBytes;
}

/** Not older than this program, their clocks agree, and the disk has room. During a rolling restart the database may be newer. */
async function reasonNotReady({ db, config }: AppDeps): Promise<string | null> {
  const problem = await diskProblem(config.dataDir, await serverFolder(config.databaseUrl));
  if (problem !== null) return problem;
  try {
    if (config.now === null && isClockWrong(await measureClock(db))) {
      return 'The clock of this machine differs from that of the database.';
    }
    const { rows } = await sql<{ name: string }>`SELECT name FROM migrations`.execute(db);
    const { missing } = await compareMigrations(rows.map(({ name }) => name));
    return missing.length === 0 ? null : 'The database lacks migrations of this version.';
  } catch {
    return 'The database cannot be reached.';
  }
}
