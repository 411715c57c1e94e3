import { type Day, dayOf, formatDay } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { centsOf } from '#contract/money.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { cashTexts as texts, type countCash as endpoint } from '#contract/month-end/cash-count.ts';
import { monthOf } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { waitForBookings } from '#server/features/ledger/wait-for-bookings.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lastClosedMonth } from '../queries.ts';

/** Stores what was counted. The figures of a closed month stay as they were. product-rules 24.15. */
export async function countCash(
  ctx: Context,
  { day, amount }: BodyOf<typeof endpoint>,
): Promise<void> {
  if (day > dayOf(ctx.at)) throw badField('day', texts.countInFuture);
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    // No month is closed meanwhile.
    await waitForBookings(db);
    const closed = await lastClosedMonth(db);
    const month = monthOf(day);
    if (closed !== null && month <= closed) throw badField('day', texts.countClosed(month));
    if (await isBooked(db, day)) throw conflict(texts.countBooked(day));
    const before = await db
      .selectFrom('cash_counts')
      .select('cents')
      .where('day', '=', day)
      .executeTakeFirst();
    await db.deleteFrom('cash_counts').where('day', '=', day).execute();
    const cents = amount === null ? null : centsOf(amount);
    if (cents !== null) await db.insertInto('cash_counts').values({ day, cents }).execute();
    const { id, name } = await db
      .selectFrom('company_info')
      .select(['id', 'name'])
      .executeTakeFirstOrThrow();
    const inWords = (counted: number | null) => ({
      [formatDay(day)]: counted === null ? '' : formatFigure(counted / 100),
    });
    await recordAudit(inside, {
      action: 'countCash',
      subject: 'companyInfo',
      id,
      name,
      before: inWords(before?.cents ?? null),
      after: inWords(cents),
    });
  });
}

/** A difference is of its count. Without it, it would stay in the books, and nobody could undo it. */
async function isBooked(db: Db, day: Day): Promise<boolean> {
  const difference = await db
    .selectFrom('cash_differences')
    .select('id')
    .where('day', '=', day)
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
  return difference !== undefined;
}
