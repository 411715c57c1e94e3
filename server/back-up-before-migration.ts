import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatTime } from '#contract/days.ts';
import type { Config } from './config.ts';
import { backupFolder } from './features/backups/backup-deps.ts';
import { explainFailure } from './platform/backup/explain-failure.ts';
import { archiveEnd, writeBackup } from './platform/backup/write-backup.ts';
import { readKeys } from './secrets.ts';

/** Nothing was migrated. The message says why, and how to go on. */
export class BackupBeforeMigrationFailed extends Error {}

/** The names of these backups. The first group is the number of the first migration that followed. */
const ours =
  /^before-(\d+)-\d{4}-\d{2}-\d{2}-\d{4}(?:\d{2})?-[0-9a-f]{4}\.tar\.gz(?:\.age)?(\..+)?$/;
/** A start that fails may be repeated for days, and each time makes one. */
const most = 5;

interface Options {
  config: Config;
  url: string;
  at: Date;
  /** The migrations that are to run. */
  missing: string[];
}

/** Writes a backup into `DATA_DIR/backups`, and says where. product-rules 2.21. */
export async function backUpBeforeMigration({ config, url, at, missing }: Options): Promise<void> {
  const { dataDir, backupPassphrase: passphrase } = config;
  const folder = backupFolder(config);
  const [number = ''] = missing[0]?.split('_') ?? [];
  const to = join(folder, nameBefore(number, at) + archiveEnd(passphrase));
  try {
    const keys = passphrase === null ? {} : await readKeys(config.sessionSecret, dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeBackup({ url, to, passphrase, keys, at });
    // Too many are better than a start that stops here.
    await removeOldBackups(folder).catch(() => {});
  } catch (error) {
    throw new BackupBeforeMigrationFailed(
      'This version has to change the database, and makes a backup before. The backup could not be ' +
        `written to ${to}. ${explainFailure(error)} Nothing was changed. Remove the cause and start ` +
        'again, or set BACKUP_BEFORE_MIGRATION=off to go on without this backup.',
      { cause: error },
    );
  }
  process.stdout.write(`\nBackup before the change of the database: ${to}\n`);
}

/** By its time to the second, which starts are apart, so that the names of one number are in the order of their times. */
export function nameBefore(number: string, at: Date): string {
  const instant = at.toISOString();
  const minute = formatTime(instant).replace(' ', '-').replace(':', '');
  return `before-${number}-${minute}${instant.slice(17, 19)}-${randomBytes(2).toString('hex')}`;
}

/**
 * Of the backups before the same migration the first and the latest stay: to go back to the version before,
 * one needs the first. Of different migrations the five latest stay. Drafts are of starts that were killed.
 */
export async function removeOldBackups(folder: string): Promise<void> {
  const byNumber = new Map<string, string[]>();
  for (const name of (await readdir(folder)).toSorted()) {
    const [, number, draft] = ours.exec(name) ?? [];
    if (draft !== undefined) await rm(join(folder, name), { force: true });
    else if (number !== undefined) byNumber.set(number, [...(byNumber.get(number) ?? []), name]);
  }
  const groups = [...byNumber.values()];
  const old = [
    ...groups.slice(0, -most).flat(),
    ...groups.slice(-most).flatMap((names) => names.slice(1, -1)),
  ];
  for (const name of old) await rm(join(folder, name), { force: true });
}
