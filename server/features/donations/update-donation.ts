import { updateDonation as endpoint } from '#contract/donations/admin-endpoints.ts';
import { donationTexts, isTooSmallForCard, type Donation } from '#contract/donations/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { centsOf } from '#contract/money.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField, conflict } from '#server/errors.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Context } from '#server/context.ts';
import { auditDonation } from './audit-donation.ts';
import { readDonation } from './queries.ts';

/** A received donation cannot be changed. An omitted field keeps its value. product-rules 1.17, 6.13. */
export async function updateDonation(
  ctx: Context,
  id: string,
  form: BodyOf<typeof endpoint>,
  ifMatch?: string,
): Promise<Donation> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const donation = await lockPending(db, id);
    assertNotStale(ifMatch, endpoint, donation);
    const { firstName, lastName, email, amount } = { ...donation, ...given(form) };
    if (isTooSmallForCard(donation.donationTypeName, amount)) {
      throw badField('amount', donationTexts.tooSmallForCard);
    }
    await db
      .updateTable('donations')
      .set({
        first_name: firstName,
        last_name: lastName,
        email,
        amount_cents: centsOf(amount),
      })
      .where('id', '=', id)
      .execute();
    const after = { ...donation, firstName, lastName, email, amount };
    await auditDonation(inside, { action: 'updateDonation', before: donation, after });
    return after;
  });
}

export async function deleteDonation(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const before = await lockPending(inside.db, id);
    await refuseOncePaid(inside.db, id);
    await inside.db.deleteFrom('donations').where('id', '=', id).execute();
    await auditDonation(inside, { action: 'deleteDonation', before });
  });
}

/** Refuses a donation with an undone payment, because accounting needs the record. */
async function refuseOncePaid(db: Db, id: string): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('donation_id', '=', id)
    .executeTakeFirst();
  if (payment !== undefined) throw conflict(donationTexts.hadPayment);
}

async function lockPending(db: Db, id: string): Promise<Donation> {
  await db.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
  const donation = await readDonation(db, id);
  if (donation.isReceived) throw conflict(donationTexts.isReceived);
  if (donation.isWithdrawn) throw conflict(donationTexts.isWithdrawn);
  return donation;
}

function given<T extends object>(form: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
