import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { BadBackup } from '#server/platform/backup/bad-backup.ts';
import { explainFailure } from '#server/platform/backup/explain-failure.ts';
import type { ArchiveFile } from '#server/platform/backup/read-archive.ts';
import { RestoreRefused, restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { verifyBackup } from '#server/platform/backup/verify-backup.ts';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { BackupDeps } from './backup-deps.ts';
import { isQuiet } from './nights.ts';
import { findLatest } from './queries.ts';
import { placeAt } from './second-place/place-at.ts';
import { sha256Of } from './second-place/sha256-of.ts';
import {
  dropScratchDatabases,
  makeScratchDatabase,
  whyNoScratchDatabase,
} from './scratch-database.ts';

/** Half a day less, for a night that comes some minutes early. */
const dayMs = 12 * 3_600_000;
const weekMs = 6.5 * 24 * 3_600_000;
/** After this long, the backups of a server that never runs at night are tested by day. */
const fortnightMs = 13.5 * 24 * 3_600_000;
const longestComparisonMs = 2 * 3_600_000;

/**
 * Once a week, restores the latest backup into a scratch database, where its rows and checksums are compared.
 * Where that cannot be, they are read from the file. Its second copy is read back, too. product-rules 2.34.
 */
export async function testLatestBackup(deps: BackupDeps): Promise<void> {
  const { db, clock } = deps;
  await dropScratchDatabases(deps);
  if (!(await isDue(db, clock.now()))) return;
  const latest = await findLatest(db);
  if (latest === undefined) return;
  const from = join(latest.folder ?? '', latest.file_name ?? '');
  // The process that made the file will test it.
  if (!(await isReadable(from))) return;
  await testBackup(deps, latest.id, from);
}

async function isDue(db: Db, at: Date): Promise<boolean> {
  const first = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.min('made_at').as('made_at'))
    .executeTakeFirstOrThrow();
  const last = await newestTest(db, true);
  const age = (from: Date | null | undefined) => at.getTime() - (from?.getTime() ?? at.getTime());
  const killed = await newestTest(db, false);
  // One that was killed may have been killed by its work: not at once again.
  if (killed !== undefined && age(killed.started_at) < dayMs) return false;
  if (!isQuiet(at)) return age(last?.started_at ?? first.made_at) >= fortnightMs;
  const hasFailed = last !== undefined && (last.failure ?? last.copy_failure) !== null;
  return last === undefined || hasFailed || age(last.started_at) >= weekMs;
}

function newestTest(db: Db, isFinished: boolean) {
  return db
    .selectFrom('backup_tests')
    .select(['started_at', 'failure', 'copy_failure'])
    .where('finished_at', isFinished ? 'is not' : 'is', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Tests one backup, records the outcome, and mails the first failure since a test that passed. */
export async function testBackup(deps: BackupDeps, backup_id: string, from: string): Promise<void> {
  const { db, queue, clock, config } = deps;
  const id = randomUUID();
  await db.insertInto('backup_tests').values({ id, backup_id, started_at: clock.now() }).execute();
  const archive = { from, passphrase: config.backupPassphrase };
  let why_verified: string | null = null;
  let failure: string | null = null;
  try {
    why_verified = await restoreBeside(deps, id, archive);
    if (why_verified !== null) await verifyBackup(archive);
  } catch (error) {
    if (!isOfBackup(error)) throw error;
    failure = error.message;
  }
  // What is damaged itself is not compared.
  const copy = failure === null ? await testCopy(deps, backup_id, from) : null;
  const copyFailure = copy?.copy_failure ?? null;
  const way = why_verified === null ? ('restored' as const) : ('verified' as const);
  await inTransaction({ db, queue, at: clock.now(), by: null }, async (ctx) => {
    // The failing tests of each night are mailed once.
    const last = await newestTest(ctx.db, true);
    const isNew = failure !== null && !last?.failure;
    const isNewOfCopy = copyFailure !== null && !last?.copy_failure;
    if (isNew || isNewOfCopy) {
      const about = { fileName: basename(from), reason: failure ?? copyFailure, isCopy: !isNew };
      await mailAdministrators(ctx, 'backup-test-failed', about);
    }
    await ctx.db
      .updateTable('backup_tests')
      .set({ finished_at: ctx.at, way, why_verified, failure, ...copy })
      .where('id', '=', id)
      .execute();
  });
  await dropScratchDatabases(deps);
}

/** The place of the second copy, and why it is not the same. */
async function testCopy(deps: BackupDeps, backup_id: string, from: string) {
  const { copied_at, copy_folder } = await deps.db
    .selectFrom('backups')
    .select(['copied_at', 'copy_folder'])
    .where('id', '=', backup_id)
    .executeTakeFirstOrThrow();
  if (copied_at === null || copy_folder === null) return { copy_folder: null, copy_failure: null };
  return { copy_folder, copy_failure: await compareCopy(deps, from, copy_folder) };
}

/** Reads the second copy back. Answers why it is not as the first one, or `null`. product-rules 2.34. */
async function compareCopy({ config, ending }: BackupDeps, from: string, copyFolder: string) {
  const sha256 = await sha256Of(createReadStream(from));
  const name = basename(from);
  const damaged = `The copy of ${name} in ${copyFolder} is damaged. Press Back up now, and check the disk of the second place.`;
  const signal = AbortSignal.any([ending, AbortSignal.timeout(longestComparisonMs)]);
  const problem = await placeAt(copyFolder, config).compare({ name, sha256, damaged }, signal);
  ending.throwIfAborted();
  return problem;
}

/** Restores into a scratch database, which compares all rows and checksums. Answers why it could not. */
async function restoreBeside(deps: BackupDeps, testId: string, archive: ArchiveFile) {
  const why = await whyNoScratchDatabase(deps);
  if (why !== null) return why;
  try {
    await restoreBackup({ ...archive, url: await makeScratchDatabase(deps, testId) });
    return null;
  } catch (error) {
    if (isOfBackup(error) || isDatabaseUnavailable(error)) throw error;
    deps.log.warn({ err: error }, 'the self-test could not restore a backup');
    return `The scratch database reported an error. ${explainFailure(error)}`;
  }
}

/** Something is wrong with the backup, not with the place where it is restored. */
function isOfBackup(error: unknown): error is Error {
  return error instanceof BadBackup || error instanceof RestoreRefused;
}

function isReadable(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
