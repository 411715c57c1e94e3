import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { PaymentDetails, PaymentMethod } from '#contract/payments/payment-details.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { PaymentSource, Tables } from '#server/platform/db/tables.ts';
import type { Context } from '#server/context.ts';
import { readPaymentVat } from '#server/features/ledger/payment-vat.ts';
import { type PostedPayment, postPayments } from '#server/features/ledger/post-money.ts';
import { readNeededFrom } from '#server/features/ledger/posted.ts';
import type { PayableRecord } from './payable.ts';

/** The source of the payment, and what an administrator knows of it. The default day is today. */
export interface PaymentInput extends PaymentDetails {
  source: PaymentSource;
  /** The provider's id of the payment. The same id is recorded only once. */
  externalReference?: string;
  /** The money that came. The default is what is owed. More than that is a credit. */
  amountCents?: number | undefined;
  /** `false`: nobody asked for this amount, so nothing of it counts. All of it is a credit. */
  wasAsked?: boolean;
  /** By card in test mode: no money moved. product-rules 7.19. */
  isTest?: boolean | undefined;
  /** Imported, and not in these books. */
  reportedElsewhere?: boolean;
  /** The account of the bank line that brought the money. */
  bankAccountId?: string;
  /** The payment whose credit pays. */
  creditId?: string;
  /** The mail with the invoice says what is paid of it. */
  withoutPartReceipt?: boolean;
  /** The balance as the administrator saw it. If it has changed, nothing is recorded. */
  seenBalanceCents?: number | undefined;
}

/**
 * `part`: something is still owed. `already-paid`: nothing was recorded. `credit`: nothing of the payment counts; it is stored
 * and shown to administrators. `reference-used-elsewhere`: the provider's payment is already recorded
 * for another record.
 */
export type SettleOutcome =
  | 'settled'
  | 'part'
  | 'already-paid'
  | 'credit'
  | 'reference-used-elsewhere';

export interface Recorded {
  outcome: SettleOutcome;
  /** Missing if nothing was recorded. */
  paymentId?: string;
}

/** As the audit log has it, so that a change outside the application shows (product-rules 23.7). */
interface AuditedPayment {
  paymentId: string;
  amount: number;
  paidOn: Day;
  paidBy: PaymentMethod;
}

type PaidRecord = Pick<PayableRecord, 'kind' | 'id' | 'amountCents' | 'balanceCents' | 'method'> &
  Pick<PayableRecord, 'memberTypeId' | 'hasVat' | 'hasHistory'> &
  Partial<Pick<PayableRecord, 'createdOn'>>;

/**
 * Inserts the payment of a locked record, and posts it. It counts for its record up to what is owed, and a trigger marks the record as
 * paid once its payments reach its amount. The rest is a credit. If the provider's id already exists,
 * it changes nothing. product-rules 6.11, 7.5.
 */
export async function recordPayment(
  ctx: Context,
  record: PaidRecord,
  input: DatedInput,
): Promise<Recorded & { audited?: AuditedPayment }> {
  const inserted = rowOf(ctx, record, input);
  const countsFrom = await readCountsFrom(ctx, record, inserted);
  const [row] = await withVat(ctx, [{ payment: inserted, record, input, countsFrom }]);
  if (row === undefined) throw new Error('a payment without a row');
  const { payment, posted } = row;
  const recorded = await ctx.db
    .insertInto('payments')
    .values(payment)
    .onConflict((known) => known.column('external_reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (recorded === undefined) return { outcome: await duplicateOutcome(ctx.db, payment) };
  await postPayments(ctx, [posted]);
  const { amount_cents, method: paidBy, paid_on: paidOn } = payment;
  const outcome = outcomeOf(amount_cents, owedCentsOf(record, input));
  const { id: paymentId } = recorded;
  return { outcome, paymentId, audited: { paymentId, amount: amount_cents / 100, paidOn, paidBy } };
}

/** Records the payments of new records, in three statements. None has a number of the provider. */
export async function recordPayments(
  ctx: Context,
  payments: readonly { record: PaidRecord; input: DatedInput }[],
): Promise<void> {
  const rows = await withVat(
    ctx,
    payments.map(({ record, input }) => ({ payment: rowOf(ctx, record, input), record, input })),
  );
  await ctx.db
    .insertInto('payments')
    .values(rows.map(({ payment }) => payment))
    .execute();
  const posted = rows.map((row) => row.posted);
  await postPayments(ctx, posted);
}

type DatedInput = PaymentInput & { paidOn: Day };

function rowOf({ at, by }: Context, record: PaidRecord, input: DatedInput) {
  const { source, externalReference, paidOn, paidBy, bankReference } = input;
  const amountCents = input.amountCents ?? (record.balanceCents || record.amountCents);
  return {
    id: randomUUID(),
    invoice_id: record.kind === 'invoice' ? record.id : null,
    donation_id: record.kind === 'donation' ? record.id : null,
    amount_cents: amountCents,
    counted_cents: Math.min(amountCents, owedCentsOf(record, input)),
    paid_on: paidOn,
    recorded_at: at,
    method: source === 'payfast' ? ('Credit Card' as const) : (paidBy ?? record.method),
    source,
    recorded_by: by?.userId ?? null,
    external_reference: externalReference ?? null,
    // An empty text means none.
    bank_reference: bankReference || null,
    reported_elsewhere: input.reportedElsewhere ?? false,
    is_test: input.isTest ?? false,
  };
}

/** What the payment can count for. */
function owedCentsOf({ balanceCents }: PaidRecord, { wasAsked }: DatedInput): number {
  return wasAsked === false ? 0 : balanceCents;
}

interface NewPayment {
  payment: ReturnType<typeof rowOf>;
  record: PaidRecord;
  input: DatedInput;
  countsFrom?: Day | null;
}

/** A credit counts on its day already (`carryCredit`). */
async function readCountsFrom(
  ctx: Context,
  { hasHistory = false, createdOn = '' }: PaidRecord,
  payment: NewPayment['payment'],
): Promise<Day | null> {
  const { id: money, invoice_id: invoiceId, counted_cents: cents, paid_on: day } = payment;
  if (invoiceId === null || payment.source === 'credit' || cents === 0) return null;
  if (!hasHistory && day >= createdOn) return null;
  return readNeededFrom(ctx, { invoiceId, cents, day, money });
}

/** The rows with the VAT within them, and what is posted of each. */
async function withVat(ctx: Context, payments: readonly NewPayment[]) {
  const vat = await readPaymentVat(
    ctx,
    payments.flatMap(
      ({ payment: { id, invoice_id, counted_cents }, record, input, countsFrom }) => {
        if (invoice_id === null || counted_cents === 0 || record.hasVat === false) return [];
        const { creditId } = input;
        const paidOn = countsFrom ?? input.paidOn;
        return { id, invoiceId: invoice_id, countedCents: counted_cents, paidOn, creditId };
      },
    ),
  );
  return payments.map((one) => {
    const { vatCents, isPosted } = vat.get(one.payment.id) ?? { vatCents: 0, isPosted: false };
    return {
      payment: { ...one.payment, vat_cents: vatCents },
      posted: postedOf(one, isPosted ? vatCents : 0),
    };
  });
}

function postedOf(
  { payment, record, input: { paidOn, bankAccountId, creditId }, countsFrom = null }: NewPayment,
  vatCents: number,
): PostedPayment {
  return {
    id: payment.id,
    paidOn,
    amountCents: payment.amount_cents,
    countedCents: payment.counted_cents,
    countsFrom,
    vatCents,
    method: payment.method,
    bankAccountId,
    creditId,
    reportedElsewhere: payment.reported_elsewhere,
    record,
  };
}

function outcomeOf(amountCents: number, owedCents: number): SettleOutcome {
  if (owedCents === 0) return 'credit';
  return amountCents < owedCents ? 'part' : 'settled';
}

/** The provider's payment was recorded before: for this record or for another one. */
async function duplicateOutcome(
  db: Db,
  payment: Pick<
    Selectable<Tables['payments']>,
    'external_reference' | 'invoice_id' | 'donation_id'
  >,
): Promise<'already-paid' | 'reference-used-elsewhere'> {
  const known = await db
    .selectFrom('payments')
    .select(['invoice_id', 'donation_id'])
    .where('external_reference', '=', payment.external_reference)
    .executeTakeFirstOrThrow();
  const isSameRecord =
    known.invoice_id === payment.invoice_id && known.donation_id === payment.donation_id;
  return isSameRecord ? 'already-paid' : 'reference-used-elsewhere';
}
