/**
 * How long an import takes, and the memory of the process: node --expose-gc bench/files/imports.ts [rows] [kind],
 * with the settings of scripts/start.sh. Check, import, the same file again, and undo, after all of it with
 * a tenth of the rows.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportKind } from '#contract/imports/columns.ts';
import { checkImport } from '#server/features/imports/check-import.ts';
import { continueImport } from '#server/features/imports/continue-import.ts';
import { readImport } from '#server/features/imports/queries.ts';
import { startImport } from '#server/features/imports/start-import.ts';
import { undoImport } from '#server/features/imports/undo-import.ts';
import { uploadImport } from '#server/features/imports/upload-import.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { manyRows } from '#test/support/imports/many-rows.ts';
import { watchMemory } from '../memory.ts';
import { adminContext } from './admin-context.ts';

const rows = Number(process.argv[2] ?? 10_000);
const kind = (process.argv[3] ?? 'members') as ImportKind;

const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
const database = await startEmbeddedPostgres({ dataDir });
const pool = openPool(database.url);
try {
  const ctx = await adminContext(pool);
  const seconds: Record<string, number> = {};
  /** What the process holds after each step, and what of its heap is in use. */
  const megabytes: Record<string, number> = {};
  async function run(bytes: Buffer) {
    async function time(step: string, work: () => Promise<unknown>): Promise<void> {
      const begun = performance.now();
      await work();
      seconds[step] = Number(((performance.now() - begun) / 1000).toFixed(1));
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      megabytes[step] = Math.round(rss / 1e6);
      megabytes[`${step} heap`] = Math.round(heapUsed / 1e6);
    }
    const upload = () =>
      withPrivateFile([bytes], (file) =>
        uploadImport(ctx, { kind, fileName: `${kind}.csv`, file }),
      );
    const id = await upload();
    await time('check', async () => {
      await checkImport(ctx, id);
      await continueImport(ctx, id);
    });
    await time('import', async () => {
      await startImport(ctx, id);
      await continueImport(ctx, id);
    });
    const { counts } = await readImport(ctx.db, id);
    const again = await upload();
    await time('checkAgain', async () => {
      await checkImport(ctx, again);
      await continueImport(ctx, again);
    });
    const { counts: countsAgain } = await readImport(ctx.db, again);
    await time('undo', async () => {
      await undoImport(ctx, id);
      await continueImport(ctx, id);
    });
    const { state } = await readImport(ctx.db, id);
    return { added: counts.new, same: countsAgain.same, state };
  }
  await run(Buffer.from(manyRows(kind, 'few', Math.ceil(rows / 10))));
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const watch = watchMemory();
  const outcome = await run(Buffer.from(manyRows(kind, 'crowd', rows)));
  const { table, ...memory } = watch.stop();
  const grownMegabytes = memory.peakMegabytes - Math.round(before / 1e6);
  process.stdout.write(`${table}\n`);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  process.stdout.write(
    `${JSON.stringify({ rows, kind, ...outcome, seconds, load, megabytes, grownMegabytes, ...memory })}\n`,
  );
} finally {
  await pool.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
