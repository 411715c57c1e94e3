import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatTime } from '#contract/days.ts';
import type { Config } from './config.ts';
import { explainFailure } from './platform/backup/explain-failure.ts';
import { archiveEnd, writeBackup } from './platform/backup/write-backup.ts';
import { readKeys } from './secrets.ts';

/** Nothing was migrated. The message says why, and how to go on. */
export class BackupBeforeMigrationFailed extends Error {}

/** How the names of these backups begin. */
const start = 'before-';
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
  const folder = join(dataDir, 'backups');
  const [number = ''] = missing[0]?.split('_') ?? [];
  const instant = formatTime(at.toISOString()).replace(' ', '-').replace(':', '');
  // A start that is repeated within the minute needs another name.
  const name = `${start}${number}-${instant}-${randomBytes(2).toString('hex')}`;
  const to = join(folder, name + archiveEnd(passphrase));
  try {
    const keys = passphrase === null ? {} : await readKeys(config.sessionSecret, dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeBackup({ url, to, passphrase, keys, at });
    await removeOldest(folder);
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

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(start));
  const files = await Promise.all(
    names.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })),
  );
  const oldest = files.toSorted((one, other) => other.time - one.time).slice(most);
  for (const { name } of oldest) await rm(join(folder, name), { force: true });
}
