import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { formatTime } from '#contract/days.ts';
import { BadBackup } from '#server/platform/backup/bad-backup.ts';
import type { BackupSummary } from '#server/platform/backup/summary.ts';
import { verifyBackup } from '#server/platform/backup/verify-backup.ts';
import { archiveEnd, draftEnd, writeBackup } from '#server/platform/backup/write-backup.ts';
import { isDatabaseUnavailable } from '#server/platform/db/database-unavailable.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { type BackupDeps, backupFolder } from './backup-deps.ts';
import { describeFailure } from './describe-failure.ts';
import { mailSecondFailure } from './mail-second-failure.ts';
import { readBackupSettings } from './settings.ts';

type BackupRow = Selectable<Tables['backups']>;

/** A process that was killed so often was probably killed by the backup. */
const mostAttempts = 3;

const interrupted =
  'The backup was interrupted three times, because the application or the database ended. Check the memory of the server, then press Back up now.';

/** Makes the oldest unfinished backup, or records why it failed. */
export async function makeBackup(deps: BackupDeps): Promise<void> {
  const { db, log } = deps;
  const row = await unfinished(deps).limit(1).executeTakeFirstOrThrow();
  const folder = backupFolder(deps.config);
  if (row.attempts >= mostAttempts) {
    await recordFailure(deps, row, interrupted);
    return;
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file_name = await freeName(deps, folder);
    await db
      .updateTable('backups')
      .set({ started_at: deps.clock.now(), attempts: row.attempts + 1 })
      .set({ host: hostname(), folder, file_name })
      .where('id', '=', row.id)
      .execute();
    await recordMade(deps, row.id, await write(deps, join(folder, file_name)));
  } catch (error) {
    // The queue starts the job again, which then makes it.
    if (deps.ending.aborted || isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, 'a backup failed');
    await recordFailure(deps, row, describeFailure(error, folder));
  }
}

/**
 * The backups of a killed process: its drafts are deleted. If the file got its name, it is whole, and only
 * the record was missing. The same is so for the backup from which this database was restored.
 */
export async function finishInterrupted(deps: BackupDeps): Promise<void> {
  for (const { id, folder, file_name } of await unfinished(deps).execute()) {
    if (folder === null || file_name === null) continue;
    const from = join(folder, file_name);
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names) {
      const isDraft = name.startsWith(`${file_name}.`) && name.endsWith(draftEnd);
      if (isDraft) await rm(join(folder, name), { force: true });
    }
    if (!names.includes(file_name)) continue;
    const whole = await verifyBackup({ from, passphrase: deps.config.backupPassphrase }).catch(
      (error: unknown) => {
        if (error instanceof BadBackup) return null;
        throw error;
      },
    );
    if (whole !== null) await recordMade(deps, id, whole);
  }
}

function unfinished({ db }: BackupDeps) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('made_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('requested_at');
}

/** `backup-2026-11-22-0130.tar.gz`, as it was in Johannesburg. The second of a minute ends in `-2`. */
async function freeName({ config, clock }: BackupDeps, folder: string): Promise<string> {
  const time = formatTime(clock.now().toISOString()).replace(' ', '-').replace(':', '');
  const end = archiveEnd(config.backupPassphrase);
  const names = new Set(await readdir(folder));
  for (let n = 1; ; n += 1) {
    const name = `backup-${time}${n === 1 ? '' : `-${n}`}${end}`;
    if (!names.has(name)) return name;
  }
}

function write(deps: BackupDeps, to: string): Promise<BackupSummary> {
  const { config, clock, databaseUrl: url, secret, ending: signal } = deps;
  return writeBackup({
    url,
    to,
    passphrase: config.backupPassphrase,
    keys: { 'session-secret': new TextDecoder().decode(secret) },
    at: clock.now(),
    signal,
  });
}

async function recordMade(deps: BackupDeps, id: string, summary: BackupSummary): Promise<void> {
  const { copyFolder } = await readBackupSettings(deps.db);
  await deps.db
    .updateTable('backups')
    .set({ made_at: summary.madeAt, bytes: summary.bytes, row_count: summary.rows })
    .set({ is_encrypted: summary.isEncrypted, has_keys: summary.hasKeys })
    .set({ copy_folder: copyFolder || null })
    .where('id', '=', id)
    .execute();
}

async function recordFailure(
  deps: BackupDeps,
  { id, night }: BackupRow,
  failure: string,
): Promise<void> {
  const { db, queue, clock } = deps;
  await inTransaction({ db, queue, at: clock.now(), by: null }, async (ctx) => {
    await ctx.db
      .updateTable('backups')
      .set({ failed_at: ctx.at, failure })
      .where('id', '=', id)
      .execute();
    if (night !== null) await mailSecondFailure(ctx);
  });
}
