import { comparisonTexts, describeDifference } from '#contract/payments/comparison.ts';
import { dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { conflict, notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { findAskedRecord } from '../asked-amounts.ts';
import { lockPayable, payableKinds } from '../payable.ts';
import { arrivalDay } from '../payment-day.ts';
import { settleCardMoney } from '../settle-card-money.ts';
import { differenceOf, differenceRows } from './queries.ts';

/**
 * Records a payment that the provider lists, as its notification would have. An administrator decides:
 * the list alone books nothing. product-rules 7.16, decision 68.
 */
export async function recordDifference(ctx: Context, id: string): Promise<{ isCredit: boolean }> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const row = await lockDifference(db, id);
    if (row.resolved_at !== null || row.dismissed_at !== null) {
      throw conflict(comparisonTexts.isGone);
    }
    const { record, providerId } = differenceOf(row);
    const { kind, happened_at, there_cents: amountCents } = row;
    if (kind !== 'unrecorded' || record === null || happened_at === null || amountCents === null) {
      throw conflict(comparisonTexts.notRecordable);
    }
    const ref = { kind: payableKinds[record.kind], id: record.id };
    await lockPayable(db, ref);
    const current = await findAskedRecord(db, ref);
    if (current === null) throw conflict(comparisonTexts.notRecordable);
    const paidOn = arrivalDay(inside, happened_at);
    const money = { providerId, payerName: `PayFast ${providerId}`, amountCents, paidOn };
    const outcome = await settleCardMoney(inside, current, money);
    if (outcome === 'reference-used-elsewhere') throw conflict(comparisonTexts.countedElsewhere);
    await db
      .updateTable('payment_differences')
      .set({ resolved_at: at })
      .where('id', '=', id)
      .execute();
    await recordAudit(inside, {
      action: 'recordDifference',
      subject: 'payment',
      id,
      name: `${providerId} for ${record.name || 'a deleted record'}`,
      after: { amount: amountCents / 100, paidOn: dayOf(happened_at) },
    });
    return { isCredit: outcome === 'credit' };
  });
}

/** It is not shown again. A repeat changes nothing. */
export async function dismissDifference(ctx: Context, id: string, reason: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    const row = await lockDifference(db, id);
    if (row.dismissed_at !== null || row.resolved_at !== null) return;
    if (by === null) throw new Error('only an administrator can dismiss a difference');
    await db
      .updateTable('payment_differences')
      .set({ dismissed_at: at, dismissed_by: by.userId, dismissed_reason: reason })
      .where('id', '=', id)
      .execute();
    const { what } = describeDifference(differenceOf(row));
    await recordAudit(inside, {
      action: 'dismissDifference',
      subject: 'payment',
      id,
      name: what.replace(/\.$/, ''),
      after: { reason },
    });
  });
}

async function lockDifference(db: Db, id: string) {
  await db
    .selectFrom('payment_differences')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
  const row = await differenceRows(db).where('d.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound(comparisonTexts.notFound);
  return row;
}
