import { formatMonth } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MonthEnd, reopenMonth as endpoint } from '#contract/month-end/endpoints.ts';
import { firstDayOf, type Month } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { waitForBookings } from '#server/features/ledger/wait-for-bookings.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { postUndoing } from '#server/features/ledger/post-back.ts';
import { postOpenings } from '#server/features/ledger/post-openings.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readClosedFigures } from './figures/month-figures.ts';
import { lastClosedMonth, readMonthEnd } from './queries.ts';

/** Reopens the last closed month. Its row stays, with who did it and why. product-rules 24.6. */
export async function reopenMonth(
  ctx: Context,
  { month, reason }: BodyOf<typeof endpoint>,
): Promise<MonthEnd> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can reopen a month');
    await waitForBookings(db);
    const last = await lastClosedMonth(db);
    if (last === null) throw conflict(texts.noneClosed);
    if (last !== month) throw conflict(texts.notLast(last));
    await refuseOtherBasis(db, month);
    const { id } = await db
      .updateTable('closed_months')
      .set({ reopened_at: at, reopened_by: by.userId, reopened_reason: reason })
      .where('month', '=', firstDayOf(month))
      .where('reopened_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow();
    await postUndoing(inside, 'deferred', [{ id, paymentId: id }]);
    // What changed since was booked in the month after it.
    await postOpenings(inside);
    const change = { action: 'reopenMonth', subject: 'closedMonth', id } as const;
    await recordAudit(inside, { ...change, name: formatMonth(month), after: { reason } });
    await tellAdministrators(inside, 'monthReopened', {
      about: `${formatMonth(month)}: ${reason}`,
    });
    return readMonthEnd(inside);
  });
}

/** Its payments would post no VAT: a basis counts from its day on. product-rules 24.14. */
async function refuseOtherBasis(db: Db, month: Month): Promise<void> {
  const company = await db
    .selectFrom('company_info')
    .select('vat_basis_from as from')
    .executeTakeFirst();
  const from = company?.from ?? null;
  if (from === null || firstDayOf(month) >= from) return;
  const figures = await readClosedFigures(db, month);
  const hadVat = (figures?.vatBasis ?? null) !== null || figures?.vatNumber !== '';
  if (hadVat) throw conflict(texts.basisChangedSince(month, from));
}
