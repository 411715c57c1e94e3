import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { AppDeps } from '#server/app-deps.ts';
import { runApart } from '#server/platform/concurrency/run-apart.ts';
import { backupFolder } from '#server/features/backups/backup-deps.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ListToComplete } from './complete-erasure-list.ts';

/** Beside the backups, because a backup that is restored may be older than an erasure. Decision 57. */
export const erasureListName = 'erasures.jsonl';

const listedErasure = z.object({
  kind: z.enum(['member', 'address']),
  subject: z.string(),
  erasedAt: z.string(),
  /** What the hash of an address was made with, in hex. */
  salt: z.string(),
});
export type ListedErasure = z.output<typeof listedErasure>;

/** The erasures in the list of a folder. Without a list there are none. A line that is no erasure is left out. */
export async function readErasureList(folder: string): Promise<ListedErasure[]> {
  const text = await readFile(join(folder, erasureListName), 'utf8').catch((error: unknown) => {
    // Also where a file has the name of the folder: the backups say what to do then.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      return [listedErasure.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/**
 * Adds to the list of a folder. Written whole, so that a crash leaves the earlier or the new list. Of two
 * writers at once one may win. The hourly run adds what the other had.
 */
export async function addToErasureList(folder: string, added: ListedErasure[]): Promise<void> {
  const stored = await readErasureList(folder);
  const lines = new Map(stored.map((one) => [keyOf(one), JSON.stringify(one)]));
  const before = lines.size;
  const isNew = added.some((one) => lines.get(keyOf(one)) !== JSON.stringify(one));
  for (const one of added) lines.set(keyOf(one), JSON.stringify(one));
  if (!isNew && lines.size === before) return;
  const path = join(folder, erasureListName);
  const draft = `${path}.${randomUUID()}.part`;
  await writeFile(draft, `${[...lines.values()].join('\n')}\n`, { mode: 0o600 });
  await rename(draft, path);
}

function keyOf({ kind, subject }: ListedErasure): string {
  return `${kind} ${subject}`;
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

async function storeFirstList({ db, config }: Pick<AppDeps, 'db' | 'config'>) {
  const erasures = await storedErasures(db);
  const folder = backupFolder(config);
  if (erasures.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await addToErasureList(folder, erasures);
  }
  return erasures;
}

/** A network drive that is away can block for ever. */
const longestCopyMs = 30_000;

const program = new URL('complete-erasure-list.ts', import.meta.url);

/** Writes the list beside the backups, and beside their second copies where there are any. */
export async function storeErasureList({
  db,
  config,
  log,
}: Pick<AppDeps, 'db' | 'config' | 'log'>): Promise<void> {
  const erasures = await storeFirstList({ db, config });
  if (erasures.length === 0) return;
  const { backup_copy_folder: second } = await db
    .selectFrom('company_info')
    .select('backup_copy_folder')
    .executeTakeFirstOrThrow();
  if (second === '') return;
  const task: ListToComplete = { folder: second, erasures };
  const outcome = await runApart(program, task, AbortSignal.timeout(longestCopyMs));
  if (outcome !== 'done') log.warn({ err: outcome }, 'the list of erasures was not copied');
}

/** After a restore: takes over the list beside the archive, for the next start. Answers the length of the list. */
export async function adoptErasureList(from: string, dataDir: string): Promise<number> {
  const folder = backupFolder({ dataDir });
  const beside = await readErasureList(from);
  if (beside.length > 0) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await addToErasureList(folder, beside);
  }
  return (await readErasureList(folder)).length;
}

/** Without waiting for a second folder. What fails is done by the hourly run. */
export async function storeErasureListSoon(deps: Pick<AppDeps, 'db' | 'config' | 'log'>) {
  await storeFirstList(deps).catch((error: unknown) =>
    deps.log.error({ err: error }, 'the list of erasures was not written'),
  );
}
