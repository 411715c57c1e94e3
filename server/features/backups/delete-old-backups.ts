import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupDeps, backupFolder } from './backup-deps.ts';
import { hasNotFailedItsTest } from './good-backups.ts';
import { readBackupSettings } from './settings.ts';

export type Copy = 'first' | 'second';

/**
 * Deletes the oldest backups beyond the number kept, in each folder by itself. Only files that a record
 * names are deleted. A backup that failed its self-test is no good one and does not count. product-rules 2.31.
 */
export async function deleteOldBackups(
  deps: BackupDeps,
  copies: readonly Copy[] = ['first', 'second'],
): Promise<void> {
  const { kept } = await readBackupSettings(deps.db);
  for (const copy of copies) {
    const files = await filesHere(deps, copy);
    const oldestKept = files.filter(({ isGood }) => isGood)[kept - 1];
    if (oldestKept === undefined) continue;
    for (const file of files.filter(({ madeAt }) => madeAt < oldestKept.madeAt)) {
      await deleteFile(deps, copy, file);
    }
  }
}

interface BackupFile {
  id: string;
  path: string;
  madeAt: Date;
  isGood: boolean;
}

/** The files that this process can reach, the newest first. Others may be on the disk of another machine. */
async function filesHere({ db, config }: BackupDeps, copy: Copy): Promise<BackupFile[]> {
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'made_at as madeAt', 'file_name as name', 'bytes'])
    .select(copy === 'first' ? 'folder' : 'copy_folder as folder')
    .select((row) => hasNotFailedItsTest(row).as('isGood'))
    .where('made_at', 'is not', null)
    // After a restore, records name files of the installation that made the backup. They stay.
    .$if(copy === 'first', (query) =>
      query.where('removed_at', 'is', null).where('folder', '=', backupFolder(config)),
    )
    .$if(copy === 'second', (query) =>
      query.where('copied_at', 'is not', null).where('copy_removed_at', 'is', null),
    )
    .orderBy('made_at', 'desc')
    .execute();
  const files: BackupFile[] = [];
  for (const { id, madeAt, name, folder, bytes, isGood } of rows) {
    const path = join(folder ?? '', name ?? '');
    // Another size is another file.
    const isThere = await stat(path).then(
      ({ size }) => size === bytes,
      () => false,
    );
    if (isThere && madeAt !== null) files.push({ id, path, madeAt, isGood: Boolean(isGood) });
  }
  return files;
}

async function deleteFile({ db, clock, log }: BackupDeps, copy: Copy, { id, path }: BackupFile) {
  try {
    await rm(path);
  } catch (error) {
    // The next run tries again.
    log.warn({ err: error }, 'an old backup could not be deleted');
    return;
  }
  const column = copy === 'first' ? 'removed_at' : 'copy_removed_at';
  await db
    .updateTable('backups')
    .set({ [column]: clock.now() })
    .where('id', '=', id)
    .execute();
}
