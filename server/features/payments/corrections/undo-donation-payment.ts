import type { Donation } from '#contract/donations/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { auditDonation } from '#server/features/donations/audit-donation.ts';
import { readDonation } from '#server/features/donations/queries.ts';
import type { Context } from '#server/context.ts';
import { lockCardRecord } from '../card-record.ts';
import {
  countingPayments,
  reversePayments,
  type Undoing,
  withdrawReceipt,
} from './reverse-payment.ts';

/** Makes a received donation pending again. Needs an administrator and a reason. product-rules 6.12. */
export async function undoDonationPayment(
  ctx: Context,
  id: string,
  undoing: Undoing,
): Promise<Donation> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const record = { kind: 'donation', id } as const;
    await lockCardRecord(db, record);
    const before = await readDonation(db, id);
    const payments = await countingPayments(db, id, undoing);
    if (payments.length === 0) return before;
    await reversePayments(inside, record, payments, undoing);
    await withdrawReceipt(inside, { kind: 'donation-thanks', recordId: id });
    const after = await readDonation(db, id);
    const noted = { ...after, reason: undoing.reason };
    await auditDonation(inside, { action: 'undoDonationPayment', before, after: noted });
    return after;
  });
}
