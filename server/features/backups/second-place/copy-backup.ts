import { inTransaction } from '#server/platform/db/transaction.ts';
import type { BackupDeps } from '../backup-deps.ts';
import { mailSecondFailure } from '../mail-second-failure.ts';
import type { BackupToCopy } from './place.ts';
import { placeAt } from './place-at.ts';
import { readSecondFolder } from './second-list.ts';

/** A network drive that is away can block a copy for ever. */
const longestCopyMs = 2 * 3_600_000;

/**
 * Copies complete backups to the second place. If that fails, the first copy stays. True: the place answers,
 * because a copy was just made there.
 */
export async function copyPending(deps: BackupDeps, limitMs = longestCopyMs): Promise<boolean> {
  const { db, queue, clock } = deps;
  const folder = await readSecondFolder(db);
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'night', 'folder', 'file_name'])
    .where('copy_folder', 'is not', null)
    .where('copied_at', 'is', null)
    .where('copy_failure', 'is', null)
    .orderBy('requested_at')
    .execute();
  if (folder === '') return false;
  let isCopied = false;
  for (const { id, night, folder: first, file_name } of rows) {
    const backup = { id, name: file_name ?? '', folder: first ?? '' };
    const failure = await failureOf(deps, backup, folder, limitMs);
    await inTransaction({ db, queue, at: clock.now(), by: null }, async (ctx) => {
      const outcome = failure === null ? { copied_at: ctx.at } : { copy_failure: failure };
      // Where copies belong can have changed since the backup was made, as after a restore.
      await ctx.db
        .updateTable('backups')
        .set({ copy_folder: folder, ...outcome })
        .where('id', '=', id)
        .execute();
      if (failure !== null && night !== null) await mailSecondFailure(ctx);
    });
    isCopied = failure === null;
  }
  return isCopied;
}

/** Why the file could not be copied. `null`: it was. */
async function failureOf(
  { config, ending, log }: BackupDeps,
  backup: BackupToCopy,
  copyFolder: string,
  limitMs: number,
) {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(limitMs)]);
  const problem = await placeAt(copyFolder, config).copy(backup, signal);
  ending.throwIfAborted();
  if (problem !== null) log.warn({ problem }, 'the copy of a backup failed');
  return problem;
}
