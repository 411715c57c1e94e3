import { recordDownload } from '#server/features/security-record/record-event.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { findSession } from '#server/features/auth/sessions.ts';
import { readConfig } from '#server/config.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { openPrivateFiles } from '#server/platform/uploads/private-files.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { openLog } from '#server/log.ts';
import type { Context } from '#server/context.ts';
import { stopClock, type TestClock } from './clock.ts';
import { makeTestDatabase } from './database.ts';

export interface TestApp extends AppDeps {
  fastify: FastifyInstance;
  clock: TestClock;
  url: string;
  dataDir: string;
  /** A context at the time of the clock, without a caller. */
  ctx(): Context;
}

/** The time at which the tests start. */
export const testStart = '2027-03-10T08:00:00Z';

/** The real application on its own database, closed after the tests of the file. */
export async function openTestApp(
  settings: Record<string, string> = {},
  logTo?: { write(line: string): void },
): Promise<TestApp> {
  const { url, drop } = await makeTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'membership-test-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    ...settings,
  });
  await openPrivateFiles(dataDir);
  const log = openLog(config.logLevel, logTo);
  const clock = stopClock(testStart);
  const db = openDb(openPool(url));
  const queue = await startQueue(url, log);
  const secret = new TextEncoder().encode('a secret of the tests, of more than 32 bytes');
  const authenticate: AppDeps['authenticate'] = (token, at, isUse = true) =>
    findSession(db, at, secret, { token, isUse });
  const ending = new AbortController().signal;
  const deps: AppDeps = {
    config,
    clock,
    databaseUrl: url,
    db,
    queue,
    log,
    ending,
    secret,
    authenticate,
    recordDownload,
  };
  const app = await buildApp(deps);
  after(async () => {
    await app.close();
    await queue.stop();
    await db.destroy();
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const ctx = () => ({ db, queue, at: clock.now(), by: null });
  return { ...deps, fastify: app, clock, url, dataDir, ctx };
}
