import { join } from 'node:path';
import type { AppDeps } from '#server/app-deps.ts';
import type { Config } from '#server/config.ts';

/** What making and testing backups needs. */
export type BackupDeps = Pick<
  AppDeps,
  'config' | 'clock' | 'db' | 'queue' | 'log' | 'ending' | 'databaseUrl' | 'secret'
>;

/** What a backup of ours is called. The database refuses a record with another name. */
export const backupName = /^backup-[0-9-]+\.tar\.gz(\.age)?$/;

/** The folder of the first copy of each backup. */
export function backupFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'backups');
}
