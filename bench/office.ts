import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { freePort } from '#test/support/program.ts';
import { seedLarge } from '#test/support/seed-large.ts';

const start = fileURLToPath(new URL('../scripts/start.sh', import.meta.url));
const administrator = { email: 'bench@example.org', password: 'Secret123' };

export interface Office {
  db: Kysely<Tables>;
  databaseUrl: string;
  port: number;
  /** The application's process. */
  pid: number;
  /** A session of the administrator. */
  token: string;
  /** Signs session tokens. */
  secret: Uint8Array;
  close(): Promise<void>;
}

type Settings = Record<string, string>;

/**
 * The application in a separate process with the normal settings, its own PostgreSQL with durable
 * commits, and the requested number of members.
 */
export async function openOffice(
  members: number,
  settings: Settings = {},
  years?: number,
): Promise<Office> {
  const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  await chmod(dataDir, 0o711);
  return openOn(dataDir, settings, [removeData], async (pool, db) => {
    await migrate(pool);
    console.log(`Filling a database with ${members.toLocaleString('en')} members…`);
    await seedLarge(db, members, years);
    await recountLists({ db });
    // As PostgreSQL itself does within a minute.
    await sql`VACUUM ANALYZE`.execute(db);
  });
}

/** The application on a folder whose database is already filled. The folder stays. */
export function reopenOffice(dataDir: string, settings: Settings = {}): Promise<Office> {
  return openOn(dataDir, settings, [], async () => {});
}

async function openOn(
  dataDir: string,
  settings: Settings,
  ends: (() => unknown)[],
  prepare: (pool: Pool, db: Kysely<Tables>) => Promise<void>,
): Promise<Office> {
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir });
    ends.push(postgres.stop);
    const pool = openPool(postgres.url);
    const db = openDb(pool);
    ends.push(() => db.destroy());
    await prepare(pool, db);
    const port = Number(await freePort());
    const secret = randomBytes(32).toString('hex');
    const application = startApplication({
      SESSION_SECRET: secret,
      DATABASE_URL: postgres.url,
      DATA_DIR: join(dataDir, 'application'),
      PORT: String(port),
      // One administrator and one address make all the calls, which the limits would refuse.
      RATE_LIMITS: 'off',
      ...settings,
    });
    process.once('exit', () => application.kill());
    ends.push(async () => {
      application.kill('SIGTERM');
      if (application.exitCode === null) await once(application, 'exit');
    });
    await untilReady(port, application);
    const token = await signIn(port);
    return {
      db,
      databaseUrl: postgres.url,
      port,
      token,
      secret: new TextEncoder().encode(secret),
      pid: application.pid ?? 0,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export function startApplication(settings: Settings): ChildProcess {
  // The script becomes the application.
  return spawn('sh', [start], {
    env: {
      PATH: process.env['PATH'],
      // The daily run of a made-up town would be another measure.
      PROCESS: 'web',
      ...settings,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      // Such as --cpu-prof, to see where the time goes.
      NODE_OPTIONS: process.env['BENCH_NODE_OPTIONS'],
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export async function untilReady(port: number, application: ChildProcess): Promise<void> {
  while (!(await isReady(port))) {
    if (application.exitCode !== null) throw new Error('The application has ended.');
    await setTimeout(100);
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function signIn(port: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  return data.token;
}
