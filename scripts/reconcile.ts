/**
 * Proves that the books agree, also while the application runs. It writes nothing: npm run reconcile. With
 * `-- --digest MONTH=SHA256` it also compares the digest of a closed month with one that was mailed or printed. With
 * `-- --list MONTH` it prints the list of a closed month instead, for `sha256sum`.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bookTexts, failuresOf, type BookResult } from '#contract/books/endpoints.ts';
import { formatMoment, formatMonth } from '#contract/days.ts';
import { monthForm } from '#contract/month-end/periods.ts';
import { startClock } from '#server/clock.ts';
import { BadSettings, readBackupConfig, readConfig } from '#server/config.ts';
import { findDigest } from '#server/features/books/month-digests.ts';
import { runBookChecks } from '#server/features/books/run-checks.ts';
import { type Db, openDb, openPool } from '#server/platform/db/pool.ts';
import { explainFailure } from '#server/platform/backup/explain-failure.ts';
import { openDatabase } from './archives/open-database.ts';

const longestWaitMs = 5 * 60_000;

try {
  // The clock of the server.
  const at = startClock(readConfig({ NOW: process.env['NOW'] }).now).now();
  const { values } = parseArgs({
    options: { digest: { type: 'string' }, list: { type: 'string' } },
  });
  if (values.list === undefined) {
    const results = await inDatabase((db) => check(db, at, values.digest));
    const failures = failuresOf(results).length;
    const last = bookTexts.last(formatMoment(at.toISOString()), failures);
    process.stdout.write(`${[...results.flatMap(linesOf), last].join('\n')}\n`);
    if (failures > 0) process.exitCode = 1;
  } else process.stdout.write(await inDatabase((db) => readList(db, values.list ?? '')));
} catch (error) {
  if (isUnknownOption(error)) {
    const name = process.env['MEMBERSHIP_SETTINGS']
      ? 'membership reconcile'
      : 'npm run reconcile --';
    process.stderr.write(`Usage: ${name} [--digest MONTH=SHA256 | --list MONTH]\n`);
    process.exitCode = 2;
  } else {
    const reason = error instanceof BadSettings ? error.message : explainFailure(error);
    process.stderr.write(`\nThe books were not checked.\n${reason}\n\n`);
    process.exitCode = 1;
  }
}

/** `parseArgs` threw it. */
function isUnknownOption(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code?.startsWith('ERR_PARSE_ARGS_') === true;
}

async function inDatabase<T>(run: (db: Db) => Promise<T>): Promise<T> {
  const { url, close } = await openDatabase(readBackupConfig());
  const db = openDb(openPool(url, 1));
  try {
    return await run(db);
  } finally {
    await db.destroy();
    await close();
  }
}

async function check(db: Db, at: Date, digest: string | undefined): Promise<BookResult[]> {
  const giveUp = Date.now() + longestWaitMs;
  let results = await runBookChecks(db, at);
  // As after a restore: the application checks them once, too.
  while (results === null && Date.now() < giveUp) {
    await setTimeout(1000);
    results = await runBookChecks(db, at);
  }
  if (results === null) throw new BadSettings(bookTexts.busy);
  return digest === undefined ? results : [...results, await compareDigest(db, digest)];
}

async function readList(db: Db, month: string): Promise<string> {
  const list = monthForm.test(month) ? await findDigest(db, month, 'list') : undefined;
  if (list === undefined) throw new BadSettings('Write a closed month as 2027-03.');
  return list;
}

/** The digest is that of the email or the pack, as `2027-03=64114e9d…`. */
async function compareDigest(db: Db, digest: string): Promise<BookResult> {
  const [month = '', wanted = ''] = digest.split('=');
  if (!monthForm.test(month)) throw new BadSettings('Write the digest as 2027-03=64114e9d…');
  const isSame = (await findDigest(db, month)) === wanted.replaceAll(/\s/g, '').toLowerCase();
  return {
    name: 'Digest',
    finding: isSame
      ? `${formatMonth(month)} is closed with this digest.`
      : `${formatMonth(month)} is not closed with this digest.`,
    rows: [],
    count: isSame ? 0 : 1,
    advice: isSame
      ? ''
      : 'It was changed, closed again, or a backup from before was restored (docs/operations.md, Digests of closed months).',
  };
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
