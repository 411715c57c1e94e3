import { formatMonth } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MonthEnd, reopenMonth as endpoint } from '#contract/month-end/endpoints.ts';
import { firstDayOf } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { waitForBookings } from '#server/features/ledger/wait-for-bookings.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { postUndoing } from '#server/features/ledger/post-back.ts';
import { tellAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
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
    const { id } = await db
      .updateTable('closed_months')
      .set({ reopened_at: at, reopened_by: by.userId, reopened_reason: reason })
      .where('month', '=', firstDayOf(month))
      .where('reopened_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow();
    await postUndoing(inside, 'deferred', [{ id, paymentId: id }]);
    const change = { action: 'reopenMonth', subject: 'closedMonth', id } as const;
    await recordAudit(inside, { ...change, name: formatMonth(month), after: { reason } });
    await tellAdministrators(inside, 'monthReopened', {
      about: `${formatMonth(month)}: ${reason}`,
    });
    return readMonthEnd(inside);
  });
}
