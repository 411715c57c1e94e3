/** Proves that the books agree, also while the application runs. It writes nothing: npm run reconcile */
import { bookTexts, failuresOf, type BookResult } from '#contract/books/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { BadSettings, readBackupConfig } from '#server/config.ts';
import { runBookChecks } from '#server/features/books/run-checks.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openDatabase } from './archives/open-database.ts';

try {
  const at = new Date();
  const results = await check(at);
  const failures = failuresOf(results).length;
  const lines = [
    ...results.flatMap(linesOf),
    bookTexts.last(formatMoment(at.toISOString()), failures),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (failures > 0) process.exitCode = 1;
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`\nThe books were not checked.\n${reason}\n\n`);
  process.exitCode = 1;
}

async function check(at: Date): Promise<BookResult[]> {
  const { url, close } = await openDatabase(readBackupConfig());
  const db = openDb(openPool(url, 1));
  try {
    const results = await runBookChecks(db, at);
    if (results === null) throw new BadSettings(bookTexts.busy);
    return results;
  } finally {
    await db.destroy();
    await close();
  }
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
