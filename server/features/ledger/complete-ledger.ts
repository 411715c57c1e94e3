import { type RawBuilder, sql } from 'kysely';
import { lastDayOf, monthOf } from '#contract/month-end/periods.ts';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { feesAreInBalance } from './fees-in-balance.ts';
import { inBatches } from './in-batches.ts';
import { post } from './post.ts';
import { postCardFees } from './post-card-fees.ts';
import type { AccountKind } from './accounts.ts';
import { postLines } from './post-lines.ts';
import { postOpenings } from './post-openings.ts';
import { convertedState, postStates } from './post-state.ts';
import { postRefunds } from './post-refunds.ts';

/**
 * At the first start after an update, once: posts what lines of the bank, PayFast's fees and refunds of earlier versions say.
 * What is of closed months is in the first open one, against *Conversion* instead of income and expenses. Decision 96.
 */
export async function completeLedger(ctx: Context): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const settings = await db
      .selectFrom('book_settings')
      .select('lines_posted_at')
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (settings.lines_posted_at !== null) return postDismissedFees(inside);
    const closedTo = await lastClosedDay(inside);
    const lines = sql<{ id: string }>`
      SELECT id FROM bank_lines WHERE state = 'dismissed' OR booked_cents <> 0 ORDER BY day, id`;
    await restoreReturned(inside, closedTo);
    await inBatches(await idsOf(inside, lines), (ids) => postLines(inside, ids, { closedTo }));
    await postOpenings(inside);
    const card = sql<{ id: string }>`
      SELECT provider_id AS id FROM provider_transactions UNION
      SELECT provider_id FROM card_notifications WHERE verdict IN ('settled', 'credit')`;
    await inBatches(await idsOf(inside, card), (ids) => postCardFees(inside, ids, { closedTo }));
    const refunds = sql<{ id: string }>`
      SELECT id FROM credit_uses WHERE kind = 'refund' AND reversed_at IS NULL ORDER BY used_on, id`;
    await inBatches(await idsOf(inside, refunds), (ids) => postRefunds(inside, ids));
    if (closedTo !== null) await openDeferred(inside, closedTo);
    await db.updateTable('book_settings').set({ lines_posted_at: at }).execute();
  });
}

/**
 * An earlier version posted the fee of a dismissed line to *Kept elsewhere*. It is a charge of the bank. Months that were closed
 * without a ledger have reported the fees of all lines.
 */
async function postDismissedFees(ctx: Context): Promise<void> {
  const lines = sql<{ id: string }>`
    SELECT l.id FROM bank_lines AS l
    WHERE l.state = 'dismissed' AND l.fee_cents <> 0 AND ${feesAreInBalance(sql`l.account_id`)}
      AND EXISTS (SELECT FROM ledger_entries WHERE source_id = l.id)
      AND NOT EXISTS (SELECT FROM ledger_entries AS e JOIN ledger_lines AS f ON f.entry_id = e.id
        WHERE e.source_id = l.id AND f.account IN ('charges', 'conversion'))
    ORDER BY l.day, l.id FOR UPDATE OF l`;
  const ids = await idsOf(ctx, lines);
  if (ids.length === 0) return;
  const closedTo = await lastClosedDay(ctx, sql<boolean>`NOT figures ? 'accounts'`);
  await inBatches(ids, (some) => postLines(ctx, some, { closedTo }));
}

/** Journals of closed months have deferred income that no entry has. */
async function openDeferred(ctx: Context, closedTo: Day): Promise<void> {
  const { rows } = await sql<{ id: string; cents: number }>`
    SELECT id, (figures -> 'deferred' ->> 'closing')::bigint AS cents FROM closed_months
    WHERE reopened_at IS NULL AND jsonb_typeof(figures -> 'deferred') = 'object'
    ORDER BY month DESC LIMIT 1`.execute(ctx.db);
  const [last] = rows;
  if (last === undefined) return;
  const postings = [
    [{ kind: 'conversion' }, last.cents],
    [{ kind: 'deferred' }, -last.cents],
  ] as const;
  await post(ctx, [{ kind: 'opening', day: addDays(closedTo, 1), sourceId: last.id, postings }]);
}

/** Payments that the bank took back were undone on their own days. They came, and went on the day of the line. */
async function restoreReturned(ctx: Context, closedTo: Day | null): Promise<void> {
  const { rows } = await sql<{
    id: string;
    day: Day;
    account: AccountKind;
    of: string | null;
    cents: number;
  }>`
    SELECT e.source_id AS id, e.day, l.account, l.of_id AS of, -sum(l.cents)::bigint AS cents
    FROM bank_matches AS m JOIN ledger_entries AS e ON e.source_id = m.payment_id AND e.kind = 'undone'
    JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE m.kind = 'reversal' AND m.reversed_at IS NULL
    GROUP BY 1, 2, 3, 4 ORDER BY 2, 1, 3, 4`.execute(ctx.db);
  const payments = Map.groupBy(rows, ({ id }) => id);
  await postStates(
    ctx,
    [...payments].map(([sourceId, sums]) => {
      const day = sums[0]?.day ?? '';
      const postings = sums.map(
        ({ account, of, cents }) => [{ kind: account, of }, cents] as const,
      );
      const state = { sourceId, kind: 'received', undoneKind: 'undone', day, postings } as const;
      return closedTo !== null && day <= closedTo ? convertedState(state) : state;
    }),
  );
}

async function lastClosedDay(
  { db }: Context,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Day | null> {
  const row = await db
    .selectFrom('closed_months')
    .select(({ fn }) => fn.max<string | null>('month').as('month'))
    .where('reopened_at', 'is', null)
    .where(condition)
    .executeTakeFirst();
  const month = row?.month ?? null;
  return month === null ? null : lastDayOf(monthOf(month));
}

async function idsOf(
  { db }: Context,
  query: ReturnType<typeof sql<{ id: string }>>,
): Promise<string[]> {
  const { rows } = await query.execute(db);
  return rows.map(({ id }) => id);
}
