import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRemote } from '#contract/backups/endpoints.ts';
import { type BackupDeps, backupFolder } from './backup-deps.ts';
import { hasNotFailedItsTest } from './good-backups.ts';
import { rclone } from './second-place/rclone.ts';
import { sizesIn } from './second-place/remote-copies.ts';
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

const longestRemoteMs = 5 * 60_000;

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
  const sizeOf = sizesHere(deps);
  for (const { id, madeAt, name, folder, bytes, isGood } of rows) {
    const file = { folder: folder ?? '', name: name ?? '' };
    // Another size is another file.
    const isThere = (await sizeOf(file)) === bytes;
    if (isThere && madeAt !== null) files.push({ id, ...file, madeAt, isGood: Boolean(isGood) });
  }
  return files;
}

/** A remote is asked once for all of them. `null`: the file is not there, or the place does not answer. */
function sizesHere({ config, ending, log }: BackupDeps) {
  const remotes = new Map<string, Map<string, number>>();
  return async ({ folder, name }: Pick<BackupFile, 'folder' | 'name'>): Promise<number | null> => {
    if (!isRemote(folder)) {
      return stat(join(folder, name)).then(
        ({ size }) => size,
        () => null,
      );
    }
    let sizes = remotes.get(folder);
    if (sizes === undefined) {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(longestRemoteMs)]);
      sizes = await sizesIn({ place: folder, file: config.rcloneConfig }, signal).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'the second copies could not be listed');
          return new Map<string, number>();
        },
      );
      remotes.set(folder, sizes);
    }
    return sizes.get(name) ?? null;
  };
}

async function deleteFile(deps: BackupDeps, copy: Copy, { id, folder, name }: BackupFile) {
  const { db, clock, log, config, ending } = deps;
  try {
    if (isRemote(folder)) {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(longestRemoteMs)]);
      const remote = { place: folder, file: config.rcloneConfig };
      await rclone(remote, ['deletefile', folder + name], signal);
    } else await rm(join(folder, name));
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
