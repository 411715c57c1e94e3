import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/days.ts';
import { postCardFees } from '#server/features/ledger/post-card-fees.ts';
import { comparePayments } from '#server/features/payments/comparison/compare-payments.ts';
import { differenceOf, openDifferences } from '#server/features/payments/comparison/queries.ts';
import { settleDonation } from '#test/support/payments/settle.ts';
import type { TestApp } from '#test/support/app.ts';
import { pledged } from './notifications.ts';

/** 02:07 in Johannesburg: the night of 10 March. */
export const night = '2027-03-10T00:07:00Z';
export const nextNight = '2027-03-11T00:07:00Z';

/** Runs the job. Requests are given up sooner than usual, but not because other tests keep the machine busy. */
export function compareNow(app: TestApp, changes: Partial<TestApp> = {}): Promise<void> {
  return comparePayments({ ...app, ...changes, timeoutMs: 5_000 });
}

/** The open differences, as the page shows them. */
export async function differences(app: TestApp) {
  return (await openDifferences(app.db).execute()).map(differenceOf);
}

/** A card donation whose notification has been processed. */
export async function paidDonation(
  app: TestApp,
  { providerId, paidOn, amount = 450 }: { providerId: string; paidOn: string; amount?: number },
): Promise<string> {
  const donationId = await pledged(app, amount);
  const externalReference = `payfast:${providerId}`;
  await settleDonation(app.ctx(), { donationId, source: 'payfast', externalReference, paidOn });
  return donationId;
}

/** A payment of yesterday, as PayFast lists it. */
export async function addTransaction(
  app: TestApp,
  {
    recordId,
    providerId,
    amount = 450,
  }: { recordId: string | null; providerId: string; amount?: number },
): Promise<{ id: string; happenedAt: Date }> {
  const id = randomUUID();
  const at = app.clock.now();
  const happenedAt = new Date(at.getTime() - 86_400_000);
  await app.db
    .insertInto('provider_transactions')
    .values({
      id,
      provider_id: providerId,
      type: 'FUNDS_RECEIVED',
      happened_at: happenedAt,
      gross_cents: amount * 100,
      fee_cents: -1035,
      net_cents: amount * 100 - 1035,
      record_id: recordId,
      is_test: false,
      first_seen_at: at,
    })
    .execute();
  await postCardFees(app.ctx(), [providerId]);
  return { id, happenedAt };
}

/** An open difference: a payment that PayFast lists and that is not recorded, for a new donation or this record. */
export async function addUnrecorded(
  app: TestApp,
  {
    providerId,
    amount = 450,
    recordId: known,
  }: { providerId: string; amount?: number; recordId?: string },
): Promise<{ id: string; recordId: string }> {
  const recordId = known ?? (await pledged(app, amount));
  const { id, happenedAt } = await addTransaction(app, { recordId, providerId, amount });
  const at = app.clock.now();
  await app.db
    .insertInto('payment_differences')
    .values({
      id,
      kind: 'unrecorded',
      key: id,
      transaction_id: id,
      payment_id: null,
      record_id: recordId,
      day: dayOf(happenedAt),
      here_cents: null,
      there_cents: amount * 100,
      first_seen_at: at,
      last_seen_at: at,
    })
    .execute();
  return { id, recordId };
}

/** As if the feature was never used. */
export async function forgetComparisons({ db }: TestApp): Promise<void> {
  await db.deleteFrom('payment_differences').execute();
  await db.deleteFrom('provider_comparisons').execute();
  await db.deleteFrom('provider_transactions').execute();
  await db.deleteFrom('mails').execute();
}
