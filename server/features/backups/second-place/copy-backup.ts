import { isRemote } from '#contract/backups/endpoints.ts';
import { draftEnd } from '#server/platform/backup/write-backup.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { BackupDeps } from '../backup-deps.ts';
import type { BackupCopy } from './copy-file.ts';
import { mailSecondFailure } from '../mail-second-failure.ts';
import { problemInFolder } from './problem-in-folder.ts';
import { copyToRemote } from './remote-copies.ts';

/** A network drive that is away can block a copy for ever. */
const longestCopyMs = 2 * 3_600_000;

/**
 * Copies complete backups to the second place. If that fails, the first copy stays. True: the place answers,
 * because a copy was just made there.
 */
export async function copyPending(deps: BackupDeps, limitMs = longestCopyMs): Promise<boolean> {
  const { db, queue, clock, config } = deps;
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
    const names = {
      id,
      name: file_name ?? '',
      folder: folder ?? '',
      copyFolder: copy_folder ?? '',
    };
    const failure = await failureOf(deps, { ...names, draftEnd, dataDir: config.dataDir }, limitMs);
    await inTransaction({ db, queue, at: clock.now(), by: null }, async (ctx) => {
      const outcome = failure === null ? { copied_at: ctx.at } : { copy_failure: failure };
      await ctx.db.updateTable('backups').set(outcome).where('id', '=', id).execute();
      if (failure !== null && night !== null) await mailSecondFailure(ctx);
    });
    isCopied = failure === null;
  }
  return isCopied;
}

const program = new URL('copy-file.ts', import.meta.url);

/** Why the file could not be copied. `null`: it was. */
async function failureOf(deps: BackupDeps, copy: BackupCopy, limitMs: number) {
  const signal = AbortSignal.any([deps.ending, AbortSignal.timeout(limitMs)]);
  const problem = isRemote(copy.copyFolder)
    ? await copyToRemote(copy, deps.config.rcloneConfig, signal).then(
        () => null,
        ({ message }: Error) => message,
      )
    : await problemInFolder(program, copy, { folder: copy.copyFolder, signal });
  deps.ending.throwIfAborted();
  if (problem !== null) deps.log.warn({ problem }, 'the copy of a backup failed');
  return problem;
}
