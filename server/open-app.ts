import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { findSession } from './features/auth/sessions.ts';
import { watchStored } from './features/stored-settings/stored.ts';
import { recordDownload } from './features/security-record/record-event.ts';
import { startClock } from './clock.ts';
import type { Config } from './config.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { backUpBeforeMigration } from './back-up-before-migration.ts';
import { assertClock } from './platform/db/clock-offset.ts';
import { migrate } from './platform/db/migrate.ts';
import { openDb, openPool } from './platform/db/pool.ts';
import { assertNoTransactionPooler } from './platform/db/pooler.ts';
import type { AppDeps } from './app-deps.ts';
import { startQueue } from './platform/jobs/queue.ts';
import { watchClock } from './platform/jobs/watch-clock.ts';
import { openPrivateFiles } from './platform/uploads/private-files.ts';
import { endPdfThreads } from './platform/pdf/render-pdf.ts';
import { openLog } from './log.ts';
import { makeDataDir, sessionKey } from './secrets.ts';

export interface OpenApp {
  deps: AppDeps;
  /** Tells long work to stop at its next good place; it goes on after the next start. */
  announceEnd(): void;
  /** Ends the queue, the threads, the connections and, where it is ours, the database. */
  close(): Promise<void>;
}

/** Puts the running parts together: database, migrations, queue, keys. */
export async function openApp(config: Config): Promise<OpenApp> {
  const log = openLog(config.logLevel);
  if (config.isMailFromIgnored) {
    log.warn('MAIL_FROM is not an email address and is ignored: write it as name@example.org');
  }
  for (const warning of config.warnings) log.warn(warning);
  await makeDataDir(config.dataDir);
  await openPrivateFiles(config.dataDir);
  if (config.databaseUrl !== null) await assertNoTransactionPooler(config.databaseUrl);
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: tellOf(log) })
      : null;
  const url = embedded?.url ?? config.databaseUrl ?? '';
  const pool = openPool(url);
  try {
    const db = openDb(pool);
    await assertClock({ db, config });
    const clock = startClock(config.now);
    const backUp = (missing: string[]) =>
      backUpBeforeMigration({ config, url, at: clock.now(), missing });
    await migrate(pool, config.backupBeforeMigration ? backUp : undefined);
    const secret = await sessionKey(config.sessionSecret, config.dataDir);
    const queue = await startQueue(url, log);
    const ending = new AbortController();
    const deps: AppDeps = {
      config,
      clock,
      databaseUrl: url,
      db,
      queue,
      log,
      ending: ending.signal,
      secret,
      recordDownload,
      authenticate: (token, at, isUse = true) => findSession(db, at, secret, { token, isUse }),
    };
    const endWatching = watchClock(deps);
    const endStored = await watchStored(deps);
    const close = async () => {
      endWatching();
      endStored();
      await queue.stop();
      await endPdfThreads();
      // Not longer: a worker may hold its connection while it waits for a mail server.
      await Promise.race([db.destroy(), wait(1000, null, { ref: false })]);
      await embedded?.stop();
    };
    return { deps, announceEnd: () => ending.abort(), close };
  } catch (error) {
    await pool.end();
    await embedded?.stop();
    throw error;
  }
}

/** PostgreSQL tells much about itself that only someone who looks for it wants to read. */
function tellOf(log: Logger) {
  return (line: string) => (line.startsWith('postgres: LOG') ? log.debug(line) : log.info(line));
}
