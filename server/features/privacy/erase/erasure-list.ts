import { sql } from 'kysely';
import type { AppDeps } from '#server/app-deps.ts';
import {
  adoptListBeside,
  type ListBeside,
  readListBeside,
  storeFirstList,
} from '#server/features/backups/list-beside.ts';
import { storeSecondList } from '#server/features/backups/second-place/second-list.ts';
import type { Db } from '#server/platform/db/pool.ts';

export type ListedErasure = {
  kind: 'member' | 'address' | 'money';
  subject: string;
  erasedAt: string;
  /** What the hash of an address was made with, in hex. */
  salt: string;
};

export const erasureList: ListBeside<ListedErasure> = {
  name: 'erasures.jsonl',
  key: ['kind', 'subject'],
  texts: { kind: 'member|address|money', subject: '.+', erasedAt: '.+', salt: '[0-9a-f]*' },
};

/** The erasures in the list of a folder. A line that is no erasure is left out. */
export function readErasureList(folder: string): Promise<ListedErasure[]> {
  return readListBeside(erasureList, folder);
}

/** The erasures of this database. */
async function storedErasures(db: Db): Promise<ListedErasure[]> {
  const { rows } = await sql<Omit<ListedErasure, 'erasedAt'> & { erased_at: Date }>`
    SELECT kind, subject, erased_at, (SELECT encode(salt, 'hex') FROM erasure_salt) AS salt
    FROM erasures ORDER BY erased_at`.execute(db);
  return rows.map(({ kind, subject, erased_at, salt }) => ({
    kind,
    subject,
    erasedAt: erased_at.toISOString(),
    salt,
  }));
}

/** Writes the list beside the backups, and beside their second copies where there are any. */
export async function storeErasureList(
  deps: Pick<AppDeps, 'db' | 'config' | 'log'>,
): Promise<void> {
  const erasures = await storedErasures(deps.db);
  await storeFirstList(deps.config.dataDir, erasureList, erasures);
  await storeSecondList(deps, erasureList, erasures);
}

/** After a restore: takes over the list beside the archive, for the next start. Answers the length of the list. */
export async function adoptErasureList(from: string, dataDir: string): Promise<number> {
  const entries = await adoptListBeside(erasureList, from, dataDir);
  return entries.length;
}

/** Without waiting for a second folder. What fails is done by the hourly run. */
export async function storeErasureListSoon({
  db,
  config,
  log,
}: Pick<AppDeps, 'db' | 'config' | 'log'>): Promise<void> {
  try {
    await storeFirstList(config.dataDir, erasureList, await storedErasures(db));
  } catch (error) {
    log.error({ err: error }, 'the list of erasures was not written');
  }
}
