import { sql } from 'kysely';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { checkGroups, outcomesOf, rowsIn } from './check-rows.ts';
import { deleteFile } from './file-parts.ts';
import { kindOf } from './kinds/kinds.ts';
import { jobOf, lockImport, type StoredImport } from './lock-import.ts';
import { countFates, nextGroups, storeOutcomes, type StoredGroup } from './row-groups.ts';

/**
 * Imports the next groups. Each is checked again under the locks: what has changed since the check counts.
 * After the last group, the import is complete.
 */
export async function importSome(ctx: Context, id: string, most: number): Promise<void> {
  const stored = await lockImport(ctx, id);
  if (stored.state !== 'importing') return;
  const groups = await groupsToImport(ctx, stored, most);
  if (groups.length === 0) return complete(ctx, stored);
  const kind = kindOf(stored.kind);
  const job = jobOf(stored);
  const checked = await checkGroups(ctx, stored, groups, true);
  const planned = checked.filter(({ plan }) => plan !== null);
  const applied = await kind.apply({ ...ctx, by: job.by }, job, planned);
  const byRow = new Map(applied.map((one) => [one.row, one]));
  const outcomes = checked.flatMap(outcomesOf).map((outcome) => {
    const one = byRow.get(outcome.row);
    return one === undefined ? outcome : { ...outcome, recordId: one.recordId, undo: one.undo };
  });
  await storeOutcomes(ctx.db, id, outcomes);
  await progress(ctx, stored, groups);
  await renewStatistics(ctx.db, stored.done, stored.done + rowsIn(groups));
}

/** Each doubling of a table up to this size may change how it is read best. */
const smallTable = 10_000;

/**
 * Plans that were kept while a table was small read all of it for each row. PostgreSQL would renew them only
 * minutes later.
 */
async function renewStatistics(db: Db, before: number, after: number): Promise<void> {
  if (Math.floor(Math.log2(before + 1)) === Math.floor(Math.log2(after + 1))) return;
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND reltuples < ${smallTable}
      AND relname IN ('users', 'members', 'member_relatives', 'membership_periods', 'invoices', 'payments', 'donations')`.execute(
    db,
  );
  for (const { name } of rows) await sql`ANALYZE ${sql.table(name)}`.execute(db);
}

function groupsToImport({ db }: Context, { id, reached }: StoredImport, most: number) {
  return nextGroups(db, { importId: id, behind: reached, most, isToImport: true });
}

async function progress(
  { db }: Context,
  { id, done }: StoredImport,
  groups: StoredGroup[],
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ reached: groups.at(-1)?.main.row ?? 0, done: done + rowsIn(groups) })
    .where('id', '=', id)
    .execute();
}

/** Marks the next group as a problem. */
export async function failGroup(ctx: Context, id: string, sentence: string): Promise<void> {
  const stored = await lockImport(ctx, id);
  if (stored.state !== 'importing') return;
  const groups = await groupsToImport(ctx, stored, 1);
  const outcomes = groups.flatMap(({ main, others }) =>
    [main, ...others].map(({ row }) => ({
      row,
      fate: 'problem' as const,
      sentence,
      recordId: null,
      undo: null,
    })),
  );
  await storeOutcomes(ctx.db, id, outcomes);
  await progress(ctx, stored, groups);
}

async function complete(ctx: Context, stored: StoredImport): Promise<void> {
  const { id, file_name, total } = stored;
  const counts = await countFates(ctx.db, id);
  await ctx.db
    .updateTable('imports')
    .set({ state: 'imported', imported_at: ctx.at, done: total, counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute();
  await deleteFile(ctx.db, id);
  const after = Object.fromEntries(
    Object.entries(counts).map(([fate, count]) => [fate === 'new' ? 'added' : fate, count]),
  );
  await recordAudit(
    { ...ctx, by: jobOf(stored).by },
    { action: 'startImport', subject: 'import', id, name: file_name, after },
  );
}
