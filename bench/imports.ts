/**
 * How long an import of members takes, and the memory of the process: node bench/imports.ts [rows]. Check,
 * import, the same file again, and undo.
 */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { checkImport } from '#server/features/imports/check-import.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { readImport } from '#server/features/imports/queries.ts';
import { startImport } from '#server/features/imports/start-import.ts';
import { undoImport } from '#server/features/imports/undo-import.ts';
import { uploadImport } from '#server/features/imports/upload-import.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import type { Context } from '#server/context.ts';
import { watchMemory } from './memory.ts';

const [rows = 10_000] = process.argv.slice(2).map(Number);
const head =
  'Number,Title,First name,Last name,Email,Phone,Postal address,Zip code,Type,Member since,Paid until';

function fileOf(count: number): Buffer {
  const lines = Array.from(
    { length: count },
    (_, n) =>
      `${n + 1},Ms,Nr${n},Crowd,crowd${n}@example.org,82${String(n).padStart(7, '0')},"12 Acacia Road, Skukuza",81,Individual,5/3/2019,31/12/2099`,
  );
  return Buffer.from([head, ...lines].join('\n'));
}

const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
const database = await startEmbeddedPostgres({ dataDir });
const pool = openPool(database.url);
try {
  await migrate(pool);
  const db = openDb(pool);
  const at = new Date();
  const userId = randomUUID();
  const name = { first_name: 'Naledi', last_name: 'Khumalo' };
  const admin = { id: userId, email: 'naledi@example.org', role: 'Admin', created_at: at, ...name };
  await db.insertInto('users').values(admin).execute();
  // What the queue would start is started here.
  const queue = { enqueue: async () => {} } as unknown as Queue;
  const by = { userId, role: 'Admin', sessionId: '', memberId: null };
  const ctx: Context = { db, queue, at, by };
  const bytes = fileOf(rows);
  const seconds: Record<string, number> = {};
  async function time(step: string, work: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    await work();
    seconds[step] = Number(((performance.now() - begun) / 1000).toFixed(1));
  }
  const upload = () => uploadImport(ctx, { kind: 'members', fileName: 'members.csv', bytes });
  const watch = watchMemory();
  const id = await upload();
  await time('check', async () => {
    await checkImport(ctx, id);
    await continueImport(ctx, id);
  });
  await time('import', async () => {
    await startImport(ctx, id);
    await continueImport(ctx, id);
  });
  const { counts } = await readImport(db, id);
  const again = await upload();
  await time('checkAgain', async () => {
    await checkImport(ctx, again);
    await continueImport(ctx, again);
  });
  const { counts: countsAgain } = await readImport(db, again);
  await time('undo', async () => {
    await undoImport(ctx, id);
    await continueImport(ctx, id);
  });
  const { state } = await readImport(db, id);
  const { table, ...memory } = watch.stop();
  process.stdout.write(`${table}\n`);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  process.stdout.write(
    `${JSON.stringify({ rows, added: counts.new, same: countsAgain.same, state, seconds, load, ...memory })}\n`,
  );
} finally {
  await pool.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
