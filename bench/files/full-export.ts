/**
 * How long Export everything takes, and the memory of the process: node bench/files/full-export.ts [members].
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportEverything } from '#server/features/full-export/export-everything.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { seedLarge } from '#test/support/seed-large.ts';
import { watchMemory } from '../memory.ts';
import { adminContext } from './admin-context.ts';

const members = Number(process.argv[2] ?? 100_000);
const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
const database = await startEmbeddedPostgres({ dataDir });
const pool = openPool(database.url);
const seconds: Record<string, number> = {};

async function time<T>(step: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  seconds[step] = Number(((performance.now() - begun) / 1000).toFixed(1));
  return result;
}

try {
  const ctx = await adminContext(pool);
  await seedLarge(ctx.db, members);
  const watch = watchMemory();
  const zip = await time('export', async () => {
    const { bytes } = await exportEverything(ctx);
    let size = 0;
    for await (const piece of bytes as AsyncIterable<Buffer>) size += piece.length;
    return { size };
  });
  const { table, ...memory } = watch.stop();
  process.stdout.write(`${table}\n`);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const result = { members, zipMb: Math.round(zip.size / 1e6), seconds, load, ...memory };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  await pool.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
