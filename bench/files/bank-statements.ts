/**
 * How long bank statements take, and the memory of the process: node bench/files/bank-statements.ts [lines], with
 * the settings of scripts/start.sh. Read, import, and a file that overlaps with it, after a tenth of the lines.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '#contract/calendar.ts';
import { continueStatement } from '#server/features/bank-statements/continue-statement.ts';
import { importStatement } from '#server/features/bank-statements/import-statement.ts';
import { readDetails } from '#server/features/bank-statements/queries.ts';
import { updateStatement } from '#server/features/bank-statements/update-statement.ts';
import { uploadStatement } from '#server/features/bank-statements/upload-statement.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { watchMemory } from '../memory.ts';
import { adminContext } from './admin-context.ts';

const lines = Number(process.argv[2] ?? 50_000);

const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
const database = await startEmbeddedPostgres({ dataDir });
const pool = openPool(database.url);
try {
  const ctx = await adminContext(pool);
  const seconds: Record<string, number> = {};
  const megabytes: Record<string, number> = {};

  async function time<T>(step: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const result = await work();
    seconds[step] = Number(((performance.now() - begun) / 1000).toFixed(1));
    megabytes[step] = Math.round(process.memoryUsage().rss / 1e6);
    return result;
  }

  async function run(bytes: Buffer, step: string) {
    const { id } = await time(`read ${step}`, () =>
      withPrivateFile([bytes], (file) => uploadStatement(ctx, { fileName: `${step}.csv`, file })),
    );
    const { account, accountNumber: number } = await readDetails(ctx.db, id);
    if (account === null) {
      const newAccount = { bank: 'FNB' as const, number: number ?? '', name: 'Club' };
      await updateStatement(ctx, id, { newAccount });
    }
    await time(`import ${step}`, async () => {
      await importStatement(ctx, id);
      await continueStatement(ctx, id);
    });
    const { newLines, knownLines } = await readDetails(ctx.db, id);
    return { newLines, knownLines };
  }

  await run(statement(0, lines / 10), 'few');
  const before = process.memoryUsage().rss;
  const watch = watchMemory();
  const many = await run(statement(0, lines), 'many');
  const overlapping = await run(statement(lines / 2, lines), 'overlapping');
  const { table, ...memory } = watch.stop();
  const grownMegabytes = memory.peakMegabytes - Math.round(before / 1e6);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  process.stdout.write(`${table}\n`);
  process.stdout.write(
    `${JSON.stringify({ lines, many, overlapping, seconds, megabytes, load, grownMegabytes, ...memory })}\n`,
  );
} finally {
  await pool.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Some hundred lines a day, from this one on. */
function statement(first: number, count: number): Buffer {
  const movements = Array.from({ length: count }, (_, place) => ({
    day: addDays('2025-01-01', Math.floor((first + place) / 300)),
    cents: 10_000 + ((first + place) % 977),
    kind: 'MAGTAPE CREDIT',
    text: `CAPITEC   INV-${String(first + place).padStart(5, '0')} J SMITH`,
  }));
  return Buffer.from(writeStatement('fnb-history', movements));
}
