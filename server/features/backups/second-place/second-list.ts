import type { AppDeps } from '#server/app-deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Entry, ListBeside } from '../list-beside.ts';
import { isRestoreOpen } from '../queries.ts';
import { placeAt } from './place-at.ts';

/** A network drive that is away can block for ever. */
const longestCopyMs = 30_000;

/** The folder of the second copies, or a remote of rclone. Empty: there is none. */
export async function readSecondFolder(db: Db): Promise<string> {
  const { backup_copy_folder } = await db
    .selectFrom('company_info')
    .select('backup_copy_folder')
    .executeTakeFirstOrThrow();
  return backup_copy_folder;
}

/** Beside the second copies, where there are any. Answers whether the list is there now. */
export async function storeSecondList<E extends Entry>(
  { db, log, config }: Pick<AppDeps, 'db' | 'log' | 'config'>,
  list: ListBeside<E>,
  entries: readonly E[],
): Promise<boolean> {
  // What was tried out in a copy did not happen: a restore would repeat it.
  if (entries.length === 0 || config.isTrial) return true;
  const folder = await readSecondFolder(db);
  if (folder === '') return true;
  if (await isRestoreOpen(db)) return false;
  const signal = AbortSignal.timeout(longestCopyMs);
  const problem = await placeAt(folder, config).completeList(list, entries, signal);
  if (problem !== null) log.warn({ problem, list: list.name }, 'a list was not copied');
  return problem === null;
}
