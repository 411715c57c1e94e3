import { mkdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { seedHistory } from '#test/support/seed-history.ts';
import { seedLarge } from '#test/support/seed-large.ts';

/** These settings only make filling faster. The application uses PostgreSQL's defaults. */
const settings = {
  maintenance_work_mem: '1GB',
  work_mem: '256MB',
  max_wal_size: '8GB',
  synchronous_commit: 'off',
};

/** Fills the folder's database with members and what they accumulate over seven years. */
export async function fill(dataDir: string, members: number): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const pool = openPool(postgres.url);
  // Each of these statements takes longer than one of the application may.
  pool.on('connect', (client) => void client.query('SET statement_timeout = 0'));
  const db = openDb(pool);
  try {
    await migrate(pool);
    const step = async (name: string, run: () => Promise<unknown>) => {
      const start = performance.now();
      await run();
      console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
    };
    await step('members, invoices, donations', () => seedLarge(db, members));
    await step('mails, audit log, bulk email', () => seedHistory(db, members));
    await step('list lengths', () => recountLists({ db }));
    await step('vacuum', () => sql`VACUUM ANALYZE`.execute(db));
    await step('checkpoint', () => sql`CHECKPOINT`.execute(db));
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}
