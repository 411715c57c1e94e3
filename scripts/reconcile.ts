/**
 * Proves that the books agree, also while the application runs. It writes nothing: npm run reconcile. With
 * `-- --seal HEAD` it also says whether the seal that had this head is still part of the chain.
 */
import { parseArgs } from 'node:util';
import { bookTexts, failuresOf, type BookResult } from '#contract/books/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { startClock } from '#server/clock.ts';
import { BadSettings, readBackupConfig, readConfig } from '#server/config.ts';
import { runBookChecks } from '#server/features/books/run-checks.ts';
import { findSeal, type SealHead } from '#server/features/seals/queries.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openDatabase } from './archives/open-database.ts';

try {
  // The clock of the server.
  const at = startClock(readConfig({ NOW: process.env['NOW'] }).now).now();
  const { values, positionals } = parseArgs({
    options: { seal: { type: 'string' } },
    allowPositionals: true,
  });
  // The head is printed in groups, which a shell passes as several words.
  const head = values.seal === undefined ? null : [values.seal, ...positionals].join('');
  const { results, seal } = await check(at, head);
  const failures = failuresOf(results).length;
  const isHeadMissing = head !== null && seal === undefined;
  const lines = [
    ...results.flatMap(linesOf),
    ...(head === null ? [] : [sealLine(seal)]),
    isHeadMissing && failures === 0
      ? 'The records agree with each other, but the seals are not those of the head that you gave.'
      : bookTexts.last(formatMoment(at.toISOString()), failures),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (failures > 0 || isHeadMissing) process.exitCode = 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe books were not checked.\n${reason}\n\n`);
  process.exitCode = 1;
}

interface Checked {
  results: BookResult[];
  seal: SealHead | undefined;
}

async function check(at: Date, head: string | null): Promise<Checked> {
  const { url, close } = await openDatabase(readBackupConfig());
  const db = openDb(openPool(url, 1));
  try {
    const results = await runBookChecks(db, at);
    if (results === null) throw new BadSettings(bookTexts.busy);
    return { results, seal: head === null ? undefined : await findSeal(db, head) };
  } finally {
    await db.destroy();
    await close();
  }
}

function sealLine(seal: SealHead | undefined): string {
  if (seal === undefined) {
    return 'failed   Head: It is not part of the chain. The seals were made again after it was printed, or a backup from before was restored (docs/operations.md, Seals).';
  }
  return `ok       Head: It is that of seal ${seal.number} of ${formatMoment(seal.sealedAt.toISOString())}, and the chain goes on from it.`;
}

/** One line for each check, and below a failed one the rows. */
function linesOf({ name, finding, rows, count, advice }: BookResult): string[] {
  const state = count === 0 ? 'ok' : 'failed';
  return [
    `${state.padEnd(8)} ${name}: ${finding} ${advice}`.trimEnd(),
    ...rows.map((row) => `           ${row}`),
    ...(count > rows.length ? [`           ${bookTexts.more(count - rows.length)}`] : []),
  ];
}
