import { postPayments } from '#server/features/ledger/post-money.ts';
import { randomUUID } from 'node:crypto';
import type { Day } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Credit, recordMoney as endpoint } from '#contract/payments/credits.ts';
import type { PaymentDetails, PaymentMethod } from '#contract/payments/payment-details.ts';
import { centsOf } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { paymentDay } from '../payment-day.ts';
import { readCredit } from './queries.ts';
import { auditUse } from './use-credit.ts';

/**
 * Money that came without an invoice or a donation is a credit until somebody assigns it. So is what was owed to a payer
 * before these books began. product-rules 6.34.
 */
export async function recordMoney(
  ctx: Context,
  { payerName, amount, bankReference, paidBy, ...details }: BodyOf<typeof endpoint>,
): Promise<Credit> {
  const paidOn = paymentDay(ctx, details);
  const reportedElsewhere = details.reportedElsewhere === true;
  const method = paidBy ?? 'EFT';
  return inTransaction(ctx, async (inside) => {
    const id = await insertMoney(inside, {
      source: 'administrator',
      payerName,
      amountCents: centsOf(amount),
      paidOn,
      paidBy: method,
      bankReference,
      reportedElsewhere,
    });
    const after = {
      payerName,
      amount,
      paidOn,
      paidBy: method,
      bankReference,
      ...(reportedElsewhere && { reportedElsewhere }),
    };
    await auditUse(inside, id, { action: 'recordMoney', after });
    return readCredit(inside.db, id);
  });
}

export interface NewMoney extends Pick<PaymentDetails, 'bankReference'> {
  source: 'administrator' | 'bank' | 'payfast';
  /** The provider's id of the payment. */
  externalReference?: string;
  payerName: string;
  amountCents: number;
  paidOn: Day;
  paidBy: PaymentMethod;
  /** By card in test mode: no money moved. */
  isTest?: boolean | undefined;
  /** It was a credit before these books began. */
  reportedElsewhere?: boolean;
  /** The account of the bank line that brought the money. */
  bankAccountId?: string;
}

/** Inserts and posts a payment without a record, and answers its id. */
export async function insertMoney(
  ctx: Context,
  { source, externalReference, payerName, bankReference, ...money }: NewMoney,
): Promise<string> {
  const { db, at, by } = ctx;
  const {
    amountCents,
    paidOn,
    paidBy,
    bankAccountId,
    reportedElsewhere = false,
    isTest = false,
  } = money;
  const id = randomUUID();
  await db
    .insertInto('payments')
    .values({
      id,
      amount_cents: amountCents,
      paid_on: paidOn,
      recorded_at: at,
      method: paidBy,
      source,
      recorded_by: by?.userId ?? null,
      external_reference: externalReference ?? null,
      bank_reference: bankReference || null,
      payer_name: payerName,
      reported_elsewhere: reportedElsewhere,
      is_test: isTest,
    })
    .execute();
  const posted = { id, paidOn, amountCents, countedCents: 0, method: paidBy, bankAccountId };
  await postPayments(ctx, [{ ...posted, reportedElsewhere, record: null }]);
  return id;
}
