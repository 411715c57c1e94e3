import type { Donation } from '#contract/donations/endpoints.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { auditDonation } from '#server/features/donations/audit-donation.ts';
import { readDonation } from '#server/features/donations/queries.ts';
import type { Context } from '#server/context.ts';
import { lockCardRecord } from '../card-record.ts';
import { takePaymentFrom, withdrawReceipt } from './close-payment.ts';

/** Makes a received donation pending again. Needs an administrator and a reason. product-rules 6.12. */
export async function undoDonationPayment(
  ctx: Context,
  id: string,
  reason: string,
): Promise<Donation> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await lockCardRecord(db, { kind: 'donation', id });
    const before = await readDonation(db, id);
    if (!before.isReceived) return before;
    await takePaymentFrom(inside, { kind: 'donation', id }, reason);
    await withdrawReceipt(inside, { kind: 'donation-thanks', recordId: id });
    const after = await readDonation(db, id);
    const noted = { ...after, reason };
    await auditDonation(inside, { action: 'undoDonationPayment', before, after: noted });
    return after;
  });
}
