/**
 * How long Export everything takes, and the memory of the process: node bench/files/full-export.ts [members] [back].
 * With "back", the zip is read back into an empty database, and the undo is timed too.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { exportEverything } from '#server/features/full-export/export-everything.ts';
import { checkImport } from '#server/features/imports/check-import.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { readImport } from '#server/features/imports/queries.ts';
import { startImport } from '#server/features/imports/start-import.ts';
import { undoImport } from '#server/features/imports/undo-import.ts';
import { uploadImport } from '#server/features/imports/upload-import.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { seedLarge } from '#test/support/seed-large.ts';
import { watchMemory } from '../memory.ts';
import { adminContext } from './admin-context.ts';

const members = Number(process.argv[2] ?? 100_000);
const isReadBack = process.argv[3] === 'back';
const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
const database = await startEmbeddedPostgres({ dataDir });
const pool = openPool(database.url);
const poolBack = openPool(new URL('/back', database.url).toString());
const seconds: Record<string, number> = {};

async function time<T>(step: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  seconds[step] = Number(((performance.now() - begun) / 1000).toFixed(1));
  return result;
}

async function readBack(ctx: Context, bytes: Buffer) {
  const fileName = 'export.zip';
  let id: string | undefined = await time('upload', () =>
    uploadImport(ctx, { kind: 'members', fileName, bytes }),
  );
  const ids: string[] = [];
  await time('read back', async () => {
    while (id !== undefined) {
      await checkImport(ctx, id);
      await continueImport(ctx, id);
      const { counts } = await readImport(ctx.db, id);
      if (counts.new + counts.change > 0) {
        await startImport(ctx, id);
        await continueImport(ctx, id);
        ids.push(id);
      }
      const done = await readImport(ctx.db, id);
      process.stdout.write(`${done.fileName}: ${JSON.stringify(done.counts)}\n`);
      id = done.next?.id;
    }
  });
  await time('undo', async () => {
    for (const one of ids.toReversed()) {
      await undoImport(ctx, one);
      await continueImport(ctx, one);
    }
  });
}

try {
  const ctx = await adminContext(pool);
  await seedLarge(ctx.db, members);
  const watch = watchMemory();
  const zip = await time('export', async () => {
    const { bytes } = await exportEverything(ctx);
    let size = 0;
    const pieces: Buffer[] = [];
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      size += piece.length;
      if (isReadBack) pieces.push(piece);
    }
    return { size, bytes: Buffer.concat(pieces) };
  });
  const { table, ...memory } = watch.stop();
  process.stdout.write(`${table}\n`);
  if (isReadBack) {
    await pool.query('CREATE DATABASE back');
    const watchBack = watchMemory();
    await readBack(await adminContext(poolBack), zip.bytes);
    process.stdout.write(`${watchBack.stop().table}\n`);
  }
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const result = { members, zipMb: Math.round(zip.size / 1e6), seconds, load, ...memory };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  await pool.end();
  await poolBack.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
