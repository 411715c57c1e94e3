import type { NotNull } from 'kysely';
import { type BackupDeps, backupFolder } from './backup-deps.ts';
import { hasNotFailedItsTest } from './good-backups.ts';
import { afterLastRestore } from './nights.ts';
import { placeAt } from './second-place/place-at.ts';
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

const longestMs = 5 * 60_000;

interface BackupFile {
  id: string;
  folder: string;
  name: string;
  madeAt: Date;
  isGood: boolean;
}

/** The files that this process can reach, the newest first. Others may be on the disk of another machine. */
async function filesHere(deps: BackupDeps, copy: Copy): Promise<BackupFile[]> {
  const { db, config } = deps;
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'made_at as madeAt', 'file_name as name', 'bytes'])
    .select(copy === 'first' ? 'folder' : 'copy_folder as folder')
    .$narrowType<{ madeAt: NotNull }>()
    .select((row) => hasNotFailedItsTest(row).as('isGood'))
    .where('made_at', 'is not', null)
    // After a restore, records name files of the installation that made the backup. They stay.
    .$if(copy === 'first', (query) =>
      query.where('removed_at', 'is', null).where('folder', '=', backupFolder(config)),
    )
    .$if(copy === 'second', (query) =>
      query.where('copied_at', '>', afterLastRestore).where('copy_removed_at', 'is', null),
    )
    .orderBy('made_at', 'desc')
    .execute();
  const files = rows.map(({ name, folder, isGood, ...row }) => ({
    ...row,
    folder: folder ?? '',
    name: name ?? '',
    isGood: Boolean(isGood),
  }));
  const sizes = new Map<string, Map<string, number>>();
  for (const [folder, inside] of Map.groupBy(files, (file) => file.folder)) {
    const names = inside.map(({ name }) => name);
    sizes.set(folder, await sizesIn(deps, folder, names));
  }
  // Another size is another file.
  return files.filter(({ folder, name, bytes }) => sizes.get(folder)?.get(name) === bytes);
}

/** Without those of a place that does not answer. */
async function sizesIn({ config, ending, log }: BackupDeps, folder: string, names: string[]) {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(longestMs)]);
  try {
    return await placeAt(folder, config).sizesOf(names, signal);
  } catch (error) {
    log.warn({ err: error }, 'the second copies could not be listed');
    return new Map<string, number>();
  }
}

async function deleteFile(deps: BackupDeps, copy: Copy, { id, folder, name }: BackupFile) {
  const { db, clock, log, config, ending } = deps;
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(longestMs)]);
    await placeAt(folder, config).delete(name, signal);
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
