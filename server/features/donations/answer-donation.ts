import type { Donation } from '#contract/donations/endpoints.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { auditDonation } from './audit-donation.ts';
import { readDonation } from './queries.ts';

/** An administrator has told the donor how to transfer the money. product-rules 6.20. */
export async function answerDonation(ctx: Context, id: string): Promise<Donation> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await db.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
    const before = await readDonation(db, id);
    if (!before.needsAnswer) return before;
    await db
      .updateTable('donations')
      .set({ needs_answer_since: null })
      .where('id', '=', before.id)
      .execute();
    const after = { ...before, needsAnswer: false };
    await auditDonation(inside, { action: 'answerDonation', before, after });
    return after;
  });
}
