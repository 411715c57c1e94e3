import { type Selectable, sql } from 'kysely';
import {
  type Backup,
  type Backups,
  listedBackups,
  type SelfTest,
} from '#contract/backups/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { isOverdue } from './nights.ts';

type BackupRow = Selectable<Tables['backups']>;

/** What the page of backups shows. */
export async function readBackups({ db, at }: Pick<Context, 'db' | 'at'>): Promise<Backups> {
  const newest = db
    .selectFrom('backups')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(listedBackups);
  const [recent, latest, selfTest, isLate] = await Promise.all([
    newest.execute(),
    findLatest(db),
    findSelfTest(db),
    isOverdue(db, at),
  ]);
  return {
    nowUtc: at.toISOString(),
    recent: recent.map(asBackup),
    latest: latest === undefined ? null : asBackup(latest),
    selfTest,
    isOverdue: isLate,
  };
}

/** Whether there is no good backup since two nights, or the last one that ended has failed. */
export async function hasBackupProblem(db: Db, at: Date): Promise<boolean> {
  const ended = db
    .selectFrom('backups')
    .select('failed_at')
    .where((row) => row.or([row('made_at', 'is not', null), row('failed_at', 'is not', null)]))
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  const [isLate, last] = await Promise.all([isOverdue(db, at), ended.executeTakeFirst()]);
  return isLate || (last?.failed_at ?? null) !== null;
}

/** The latest complete one. */
export function findLatest(db: Db): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('made_at', 'is not', null)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The oldest good backup since the last one that was copied to the present second place. `null`: none is missing there. */
export async function copyMissingSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    SELECT min(made_at) AS since FROM backups, company_info
    WHERE made_at IS NOT NULL AND copied_at IS NULL
      AND copy_folder = backup_copy_folder AND backup_copy_folder <> ''
      AND made_at > coalesce((SELECT max(made_at) FROM backups AS copied
        WHERE copied.copied_at IS NOT NULL AND copied.copy_folder = backup_copy_folder), '-infinity')
    `.execute(db);
  return rows[0]?.since ?? null;
}

/** One that an administrator asked for and that is not finished. There is one at most. */
export async function findWaitingBackup(db: Db): Promise<Backup | undefined> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .where('requested_by', 'is not', null)
    .where('made_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  return row && asBackup(row);
}

/** Until an administrator has answered: the second place may be of another installation, which goes on. */
export async function isRestoreOpen(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('restores')
    .select('id')
    .where('answered_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function findSelfTest(db: Db): Promise<SelfTest | null> {
  const test = await db
    .selectFrom('backup_tests')
    .innerJoin('backups', 'backups.id', 'backup_id')
    .select(['file_name', 'backup_tests.finished_at', 'way', 'why_verified'])
    .select(['backup_tests.failure', 'backup_tests.copy_folder', 'backup_tests.copy_failure'])
    .where('backup_tests.finished_at', 'is not', null)
    .orderBy('backup_tests.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!test?.finished_at || test.way === null) return null;
  return {
    fileName: test.file_name ?? '',
    finishedUtc: test.finished_at.toISOString(),
    way: test.way,
    whyVerified: test.why_verified,
    failure: test.failure,
    copyFolder: test.copy_folder,
    copyFailure: test.copy_failure,
  };
}

function asBackup(row: BackupRow): Backup {
  const instant = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: row.id,
    isNightly: row.night !== null,
    requestedUtc: row.requested_at.toISOString(),
    startedUtc: instant(row.started_at),
    madeUtc: instant(row.made_at),
    failure: row.failure,
    fileName: row.file_name,
    folder: row.folder,
    host: row.host,
    bytes: row.bytes,
    rows: row.row_count,
    isEncrypted: row.is_encrypted,
    hasKeys: row.has_keys,
    copyFolder: row.copy_folder,
    isCopied: row.copied_at !== null,
    copyFailure: row.copy_failure,
    isRemoved: row.removed_at !== null,
  };
}
