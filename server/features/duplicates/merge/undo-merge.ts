import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { Merge } from '#contract/duplicates/endpoints.ts';
import { undoMergeTexts as texts } from '#contract/duplicates/merge.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { wherePaid } from '#server/features/invoices/open-invoices.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { statusOn } from '#server/features/members/periods/status-on-day.ts';
import { readMember } from '#server/features/members/queries.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { RowChange } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { changedSince, takeBack } from './change-log.ts';
import { lockInOrder, lockMerges } from './read-pair.ts';
import { recordIdsOf } from './record-ids.ts';

/** Both records are as before, unless something new depends on the merge. product-rules 21.6. */
export async function undoMerge(ctx: Context, id: string): Promise<Member> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    await lockMerges(inside);
    const ids = await db
      .selectFrom('member_merges')
      .select(['kept_id', 'merged_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (ids === undefined) throw notFound(texts.notFound);
    await lockInOrder(db, [ids.merged_id, ids.kept_id]);
    const merge = await mergeRows(db).where('g.id', '=', id).executeTakeFirstOrThrow();
    if (merge.undone_at !== null) throw conflict(texts.already);
    const problem = await problemOfUndo(db, merge);
    if (problem !== null) throw conflict(problem);
    const before = await bothMembers(db, merge);
    await sql`SELECT set_config('members.undoing_merge', 'on', true)`.execute(db);
    await takeBack(db, await withoutUnpaid(db, merge.changes ?? []));
    await sql`SELECT set_config('members.undoing_merge', 'off', true)`.execute(db);
    await followPeriods(inside, [merge.kept_id, merge.merged_id]);
    await db
      .updateTable('member_merges')
      .set({ undone_at: at, undone_by: by?.userId ?? null, changes: null })
      .where('id', '=', id)
      .execute();
    const after = await bothMembers(db, merge);
    for (const [n, member] of after.entries()) {
      const other = after[1 - n];
      const separatedFrom = other && auditSubject(other).name;
      const change = { before: before[n], after: { ...member, separatedFrom } };
      await recordAudit(inside, { action: 'undoMerge', ...auditSubject(member), ...change });
    }
    return readMember(db, merge.kept_id);
  });
}

async function bothMembers(db: Db, { kept_id, merged_id }: MergeRow): Promise<Member[]> {
  return [await readMember(db, kept_id), await readMember(db, merged_id)];
}

/** The merges of the record that can still be undone or say why not, the latest first. */
export async function mergesInto(db: Db, memberId: string): Promise<Merge[]> {
  const rows = await mergeRows(db)
    .where('g.kept_id', '=', memberId)
    .where('g.undone_at', 'is', null)
    .orderBy('g.merged_at', 'desc')
    .limit(mostListed)
    .execute();
  const merges: Merge[] = [];
  for (const row of rows) {
    merges.push({
      id: row.id,
      mergedUtc: row.merged_at.toISOString(),
      mergedBy: row.mergedBy,
      name: row.name,
      membershipNumber: row.number === null ? null : membershipNumber(row.number),
      problem: await problemOfUndo(db, row),
    });
  }
  return merges;
}

const mostListed = 5;

function mergeRows(db: Db) {
  return db
    .selectFrom('member_merges as g')
    .innerJoin('members as merged', 'merged.id', 'g.merged_id')
    .innerJoin('users as by', 'by.id', 'g.merged_by')
    .selectAll('g')
    .select(['merged.number', fullNameOf('merged').as('name'), fullNameOf('by').as('mergedBy')]);
}

type MergeRow = Awaited<ReturnType<ReturnType<typeof mergeRows>['executeTakeFirstOrThrow']>>;

/** Why the merge cannot be undone. `null`: it can. */
async function problemOfUndo(db: Db, merge: MergeRow): Promise<string | null> {
  const reasons = await reasonsOf(db, merge);
  return reasons.length === 0 ? null : texts.cannot(reasons.join(', '));
}

async function reasonsOf(
  db: Db,
  { kept_id, merged_id, changes, record_ids }: MergeRow,
): Promise<string[]> {
  const { reasons } = texts;
  if (changes === null) return [reasons.erased];
  const kept = await readMember(db, kept_id);
  if (kept.archivedUtc !== null) return [reasons.gone];
  const added = (await recordIdsOf(db, [kept_id, merged_id]))
    .filter(({ id }) => !record_ids.includes(id))
    .map(({ kind }) => reasons[kind]);
  const changed = [...(await changedSince(db, changes.map(withoutDerived)))].map((table) => {
    if (table === 'members' || table === 'users') return reasons[table];
    return reasons.changed;
  });
  return [...new Set([...added, ...changed, ...(await takenEmail(db, changes))])];
}

/** The daily run changes statuses, and sessions end by themselves. */
function withoutDerived(change: RowChange): RowChange {
  if (change.table === 'sessions') return { ...change, id: null };
  if (change.after === null) return change;
  const { member_status_id: _, ...after } = change.after;
  return { ...change, after };
}

/** The email that a sign-in gave up was free, so another user may have it now. */
async function takenEmail(db: Db, changes: readonly RowChange[]): Promise<string[]> {
  const ofUsers = changes.filter(({ table }) => table === 'users');
  const ids = ofUsers.map(({ id }) => id);
  const earlier = ofUsers.map(({ before }) => before?.['email'] ?? null);
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM users WHERE removed_at IS NULL AND id <> ALL (${ids}::uuid[]) AND email IN (
      SELECT email FROM users WHERE id = ANY (${ids}::uuid[]) UNION SELECT unnest(${earlier}::text[]))`.execute(
    db,
  );
  return rows.map(({ email }) => texts.reasons.email(email));
}

/** A period that was left out does not come back if its payment was undone since. */
async function withoutUnpaid(db: Db, changes: readonly RowChange[]): Promise<RowChange[]> {
  const removed = changes.filter(({ after }) => after === null);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM invoices WHERE NOT ${wherePaid('invoices')}
      AND id = ANY (${removed.map(({ before }) => before?.['invoice_id'] ?? null)}::uuid[])`.execute(
    db,
  );
  const unpaid = new Set<unknown>(rows.map(({ id }) => id));
  const gone = removed.filter(({ before }) => unpaid.has(before?.['invoice_id']));
  const periods = new Set(gone.map(({ before }) => before?.['id']));
  return changes.filter(
    (change) => !gone.includes(change) && !periods.has(change.before?.['period_id'] ?? null),
  );
}

/** Days may have passed since the merge. */
async function followPeriods({ db, at }: Context, ids: string[]): Promise<void> {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('member_statuses as s', 's.id', 'm.member_status_id')
    .where('m.id', 'in', ids)
    .where('m.status_set_by', 'is', null)
    .where('s.name', '<>', statusNames.deactivated)
    .select(['m.id', 'm.paid_until'])
    .execute();
  for (const { id, paid_until } of rows) {
    await db
      .updateTable('members')
      .set({ member_status_id: statusIdOf(statusOn(dayOf(at), paid_until)) })
      .where('id', '=', id)
      .execute();
  }
}
