import { type Selectable, sql } from 'kysely';
import { type Day, dayOf } from '#contract/days.ts';
import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import type { MembershipChoice } from '#contract/payments/membership-choice.ts';
import { creditTexts } from '#contract/payments/credits.ts';
import type { Context } from '#server/context.ts';
import { endGoneCredits } from '#server/features/invoices/end-gone-credits.ts';
import { badField, conflict } from '#server/errors.ts';
import { postCardFees } from '#server/features/ledger/post-card-fees.ts';
import { postPayments } from '#server/features/ledger/post-money.ts';
import {
  postRelease,
  postReturn,
  postUndoing,
  takeBackReleases,
} from '#server/features/ledger/post-back.ts';
import { postLinesOf } from '#server/features/ledger/post-lines.ts';
import { postCardRefunds } from '#server/features/ledger/post-refunds.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { endKept } from '../credits/undo-use.ts';
import { isMatched } from '../is-matched.ts';
import { refuseFullLines } from '../refuse-full-lines.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';

/** Why a payment is undone, and whether its money is here and belongs to something else. */
export interface Undoing extends MembershipChoice {
  reason: string;
  keepAsCredit?: boolean | undefined;
  /** The day on which the card scheme or the bank took the money back, if no line of the bank says it. */
  returnedOn?: Day | null | undefined;
  /** The day of the bank line that took the money back. The line posts it. */
  returnedByLine?: Day;
  /** If a receipt was mailed, the payer gets a mail that takes it back. */
  mailsPayer?: boolean | undefined;
  /** Only this payment. The default is every payment that counts for the record. */
  paymentId?: string;
}

type Payment = Pick<
  Selectable<Tables['payments']>,
  'id' | 'used_cents' | 'source' | 'reported_elsewhere'
>;

/** The payments that count for a locked record, themselves locked. */
export function countingPayments(
  db: Db,
  recordId: string,
  { paymentId }: Pick<Undoing, 'paymentId'>,
) {
  return db
    .selectFrom('payments')
    .select(['id', 'used_cents', 'source', 'reported_elsewhere', 'recorded_by', 'recorded_at'])
    .where((row) => row.or([row('invoice_id', '=', recordId), row('donation_id', '=', recordId)]))
    .where('counts_for', '=', recordId)
    .$if(paymentId !== undefined, (query) => query.where('id', '=', paymentId ?? ''))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Undoes one locked payment, and a trigger opens its record again. Money that came from a credit goes
 * back to it. product-rules 6.12.
 */
export async function reversePayment(
  ctx: Context,
  { id, used_cents, source, reported_elsewhere }: Payment,
  { reason, keepAsCredit, returnedOn, returnedByLine }: Undoing,
): Promise<void> {
  const { db, at, by } = ctx;
  if (by === null) throw new Error('only an administrator can undo a payment');
  const reversed = { reversed_at: at, reversed_by: by.userId, reversed_reason: reason };
  // What came from a credit goes back to it.
  const returned = source === 'credit' ? null : (returnedOn ?? null);
  if (returned !== null) await assertReturned(ctx, id, { returnedOn: returned, keepAsCredit });
  if (keepAsCredit === true && source !== 'credit') {
    if (reported_elsewhere) await postBrought(ctx, id);
    await db.updateTable('payments').set({ counted_cents: 0 }).where('id', '=', id).execute();
    await postRelease(ctx, [id]);
    return;
  }
  // Money that went back is a fact. What was used of it is owed by the payer.
  const wentBack = returned !== null || returnedByLine !== undefined;
  if (used_cents > 0 && !wentBack) throw conflict(creditTexts.usedFirst(used_cents / 100));
  if (source === 'credit') await assertNotGivenUp(ctx, id);
  if (returnedByLine === undefined) await refuseFullLines(db, sql`m.payment_id = ${id}`);
  if (wentBack) await endKept(ctx, id, reason);
  const { is_test, external_reference } = await db
    .updateTable('payments')
    .set({ ...reversed, returned_on: returned })
    .where('id', '=', id)
    .returning(['is_test', 'external_reference'])
    .executeTakeFirstOrThrow();
  // No money moved, so PayFast kept nothing of it.
  if (is_test) await postCardFees(ctx, [(external_reference ?? '').replace('payfast:', '')]);
  await db
    .updateTable('credit_uses')
    .set(reversed)
    .where('carried_to', '=', id)
    .where('reversed_at', 'is', null)
    .execute();
  if (returnedByLine !== undefined) await takeBackReleases(ctx, id, returnedByLine);
  else if (returned !== null) {
    await postReturn(ctx, id, returned);
    // What PayFast listed was no refund.
    await postCardRefunds(ctx, external_reference === null ? [] : [external_reference]);
  }
  if (wentBack) return endGoneCredits(ctx);
  await postUndoing(ctx, 'undone', [{ id, paymentId: id }]);
  await postLinesOf(ctx, [id]);
}

/** The money goes back to a credit, unless that went back itself and what was owed of it was given up. */
async function assertNotGivenUp({ db }: Context, id: string): Promise<void> {
  const use = await db
    .selectFrom('credit_uses as u')
    .innerJoin('payments as p', 'p.id', 'u.payment_id')
    .select(['u.amount_cents', 'p.used_cents'])
    .where('u.carried_to', '=', id)
    .where('u.reversed_at', 'is', null)
    .forUpdate('p')
    .executeTakeFirst();
  if (use !== undefined && use.amount_cents > use.used_cents)
    throw conflict(creditTexts.givenUpFirst);
}

/** Its money is not in these books. What counted until now is owed to the payer from now on. */
async function postBrought(ctx: Context, id: string): Promise<void> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select(['id', 'counted_cents as amountCents', 'paid_on as paidOn', 'method'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await postPayments(ctx, [{ ...payment, countedCents: 0, reportedElsewhere: true, record: null }]);
}

/** What came from a credit goes back to it, and leaves no account. */
export function assertMoney(
  payments: readonly Pick<Payment, 'source'>[],
  { returnedOn }: Pick<Undoing, 'returnedOn'>,
): void {
  if (returnedOn && payments.every(({ source }) => source === 'credit'))
    throw badField('returnedOn', paymentAdminTexts.returnedCredit);
}

async function assertReturned(
  { db, at }: Context,
  id: string,
  { returnedOn, keepAsCredit }: Pick<Undoing, 'keepAsCredit'> & { returnedOn: Day },
): Promise<void> {
  if (keepAsCredit === true) throw badField('returnedOn', paymentAdminTexts.returnedOrKept);
  if (returnedOn > dayOf(at)) throw badField('returnedOn', paymentAdminTexts.returnedLate);
  const { paid_on } = await db
    .selectFrom('payments')
    .select('paid_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (returnedOn < paid_on) throw badField('returnedOn', paymentAdminTexts.returnedEarly);
  if (await isMatched(db, id)) throw conflict(paymentAdminTexts.returnedByLine);
}

/** Withdraws the receipt of an undone payment. One that a sender has taken may go out, so it stays in the log. */
export async function withdrawReceipt(
  { db }: Context,
  about: { kind: 'receipt' | 'part-receipt' | 'donation-thanks'; recordId: string },
): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('next_attempt_at', 'is not', null)
    .where('leased_until', 'is', null)
    .where('kind', '=', about.kind)
    .where(isAbout(about.recordId))
    .execute();
}
