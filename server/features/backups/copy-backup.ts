import { copyFile, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { draftEnd } from '#server/platform/backup/write-backup.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { BackupDeps } from './backup-deps.ts';
import { problemOfCopyFolder } from './copy-folder.ts';
import { describeFailure } from './describe-failure.ts';
import { mailSecondFailure } from './mail-second-failure.ts';

/** A network drive that is away can block a copy for ever. */
const longestCopyMs = 2 * 3_600_000;

/** The message says what happened, and what to do. */
class CopyFailed extends Error {}

/**
 * Copies complete backups to the second folder. If that fails, the first copy stays. True: the folder answers,
 * because a copy was just made there.
 */
export async function copyPending(deps: BackupDeps): Promise<boolean> {
  const { db, queue, clock } = deps;
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'night', 'folder', 'file_name', 'copy_folder'])
    .where('copy_folder', 'is not', null)
    .where('copied_at', 'is', null)
    .where('copy_failure', 'is', null)
    .orderBy('requested_at')
    .execute();
  let isCopied = false;
  for (const { id, night, folder, file_name, copy_folder } of rows) {
    const file = { id, name: file_name ?? '', folder: folder ?? '', copyFolder: copy_folder ?? '' };
    const failure = await failureOf(deps, file);
    await inTransaction({ db, queue, at: clock.now(), by: null }, async (ctx) => {
      const outcome = failure === null ? { copied_at: ctx.at } : { copy_failure: failure };
      await ctx.db.updateTable('backups').set(outcome).where('id', '=', id).execute();
      if (failure !== null && night !== null) await mailSecondFailure(ctx);
    });
    isCopied = failure === null;
  }
  return isCopied;
}

interface CopiedFile {
  id: string;
  name: string;
  folder: string;
  copyFolder: string;
}

/** Why the file could not be copied. `null`: it was. */
async function failureOf({ config, log }: BackupDeps, file: CopiedFile): Promise<string | null> {
  const isLate = setTimeout(longestCopyMs, 'late', { ref: false });
  try {
    if ((await Promise.race([copy(config.dataDir, file), isLate])) === 'late') {
      throw new CopyFailed(
        `${file.copyFolder} did not answer within two hours. Check the network drive.`,
      );
    }
    return null;
  } catch (error) {
    log.warn({ err: error }, 'the copy of a backup failed');
    if (error instanceof CopyFailed) return error.message;
    return describeFailure(error, file.copyFolder);
  }
}

/** Under its name it is whole, and on the disk. An interrupted one is written again. */
async function copy(dataDir: string, { id, name, folder, copyFolder }: CopiedFile): Promise<void> {
  const from = join(folder, name);
  const source = await stat(from).catch(() => {
    throw new CopyFailed(
      `The first copy, ${from}, is not on ${hostname()}. The next backup is copied again.`,
    );
  });
  // The folder must be there: made by us, it would be on the wrong disk while the drive is away.
  const problem = problemOfCopyFolder(await realpath(copyFolder), dataDir);
  if (problem !== null) throw new CopyFailed(problem);
  const to = join(copyFolder, name);
  const draft = `${to}.${id}${draftEnd}`;
  await copyFile(from, draft);
  await using handle = await open(draft, 'r+');
  await handle.sync();
  const { size } = await handle.stat();
  if (size !== source.size) {
    throw new CopyFailed(`The copy in ${copyFolder} has another size. Check the disk.`);
  }
  const present = await stat(to).catch(() => null);
  if (present !== null && present.size !== size) {
    await rm(draft);
    throw new CopyFailed(
      `${to} exists already and is another file. Two installations need two second folders.`,
    );
  }
  await rename(draft, to);
}
