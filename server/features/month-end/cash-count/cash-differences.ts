import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { centsOf } from '#contract/money.ts';
import {
  type bookCashDifference as endpoint,
  cashTexts as texts,
  type getCashCounts,
} from '#contract/month-end/cash-count.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { readOpenings } from '#server/features/ledger/post-openings.ts';
import { postStates } from '#server/features/ledger/post-state.ts';
import { waitForBookings } from '#server/features/ledger/wait-for-bookings.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/** Posts by what the cash differs from a count, so that it has what was counted. product-rules 24.15. */
export async function bookCashDifference(
  ctx: Context,
  { day, amount, reason }: BodyOf<typeof endpoint>,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can book a difference');
    // Otherwise two calls would book it, or a payment would change it.
    await waitForBookings(db);
    const [count] = await readCounts(db, day);
    if (count === undefined) throw conflict(texts.notCounted(day));
    const cents = count.counted - count.books;
    if (cents === 0) throw conflict(texts.nothingDiffers(day));
    if (cents !== centsOf(amount)) throw conflict(texts.changed(cents / 100));
    const opening = (await readOpenings(inside)).find(({ account }) => account === 'cash');
    // What is posted up to that day is a part of the balance, which would take it out again.
    if (opening?.day != null && day <= opening.day) throw conflict(texts.inOpening(opening.day));
    const id = randomUUID();
    await db
      .insertInto('cash_differences')
      .values({ id, day, cents, reason, recorded_at: at, recorded_by: by.userId })
      .execute();
    await postDifference(inside, { id, day, cents });
    await audit(inside, 'bookCashDifference', { id, day, cents, reason });
    return { id };
  });
}

/** A repeat changes nothing. */
export async function undoCashDifference(ctx: Context, id: string, reason: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can undo a difference');
    const difference = await db
      .selectFrom('cash_differences')
      .select(['id', 'day', 'cents', 'reversed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (difference === undefined) throw notFound(texts.differenceGone);
    if (difference.reversed_at !== null) return;
    await db
      .updateTable('cash_differences')
      .set({ reversed_at: at, reversed_by: by.userId, reversed_reason: reason })
      .where('id', '=', id)
      .execute();
    await postDifference(inside, { ...difference, cents: 0 });
    await audit(inside, 'undoCashDifference', { ...difference, reason });
  });
}

interface Difference {
  id: string;
  day: Day;
  cents: number;
}

/** Petty expenses are in the other books of the organisation, and so is what nobody can explain. */
async function postDifference(ctx: Context, { id, day, cents }: Difference): Promise<void> {
  const kinds = { kind: 'cash-difference', undoneKind: 'cash-difference' } as const;
  const postings = [
    [{ kind: 'cash' }, cents],
    [{ kind: 'elsewhere' }, -cents],
  ] as const;
  await postStates(ctx, [{ ...kinds, sourceId: id, day, postings: cents === 0 ? [] : postings }]);
}

async function audit(
  ctx: Context,
  action: 'bookCashDifference' | 'undoCashDifference',
  { id: differenceId, day, cents, reason }: Difference & { reason: string },
): Promise<void> {
  const { id, name } = await ctx.db
    .selectFrom('company_info')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();
  const after = { differenceId, countedOn: day, amount: cents / 100, reason };
  await recordAudit(ctx, { action, subject: 'companyInfo', id, name, after });
}

interface Counted {
  day: Day;
  counted: number;
  /** With what was booked of this count, also if its month was closed. */
  books: number;
  booked: { id: string; cents: number; reason: string }[];
}

const mostCounts = 12;

async function readCounts(db: Db, day: Day | null): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    SELECT c.day, c.cents AS counted, (
      SELECT coalesce(sum(l.cents), 0)::bigint FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'cash' AND (e.booked_on <= c.day OR e.kind = 'cash-difference' AND e.day = c.day)) AS books,
      (SELECT coalesce(json_agg(json_build_object('id', d.id, 'cents', d.cents, 'reason', d.reason)
        ORDER BY d.recorded_at, d.id), '[]')
      FROM cash_differences AS d WHERE d.day = c.day AND d.reversed_at IS NULL) AS booked
    FROM cash_counts AS c WHERE ${day}::date IS NULL OR c.day = ${day}
    ORDER BY c.day DESC LIMIT ${sql.lit(mostCounts)}`.execute(db);
  return rows;
}

/** The latest first. */
export async function readCashCounts(db: Db): Promise<ReplyOf<typeof getCashCounts>> {
  const counts = await readCounts(db, null);
  return {
    counts: counts.map(({ day, counted, books, booked }) => ({
      day,
      counted: counted / 100,
      books: books / 100,
      booked: booked.map(({ id, cents, reason }) => ({ id, amount: cents / 100, reason })),
    })),
  };
}
