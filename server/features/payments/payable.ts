import type { AuditAction } from '#contract/audit/endpoints.ts';
import { dayOf, type Day } from '#contract/days.ts';
import { type Donation, donationTexts } from '#contract/donations/endpoints.ts';
import { isId } from '#contract/fields.ts';
import { type Invoice, invoiceTexts } from '#contract/invoices/endpoints.ts';
import { recordNumber } from '#contract/payment-references/payment-reference.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { donationOf, findDonationRow } from '#server/features/donations/queries.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';
import { findInvoiceRow, invoiceOf } from '#server/features/invoices/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { CardOutcome } from '#server/platform/db/tables.ts';

export type PayableKind = 'invoice' | 'donation';

/** An invoice or a donation, with its payer and what is to pay. */
export interface Payable {
  kind: PayableKind;
  id: string;
  number: number;
  firstName: string;
  lastName: string;
  email: string;
  /** Of a membership invoice and others of a member. */
  memberId: string | null;
  amountCents: number;
  /** The rest to pay. 0: it is paid, void or written off. */
  balanceCents: number;
  state: 'open' | 'paid' | 'void' | 'writtenOff';
  createdOn: Day;
}

export interface PayableRef<K extends PayableKind = PayableKind> {
  kind: K;
  id: string;
}

export interface OnWire {
  invoice: Invoice;
  donation: Donation;
}

/** A payable with what settling it needs to know. */
export interface PayableRecord<K extends PayableKind = PayableKind> extends Payable {
  kind: K;
  /** The chosen method. The money can come in another way. product-rules 6.22. */
  method: PaymentMethod;
  /** The member type whose period a payment adds. */
  memberTypeId: string | null;
  /** The VAT of the invoice is frozen. */
  hasVat?: boolean;
  /** An invoice had payments, also ones that were undone, or was changed, voided or written off. */
  hasHistory?: boolean;
  /** The day of the payment that paid it. */
  paidOn: Day | null;
  onWire: OnWire[K];
}

/** URLs and the card provider's notifications call an invoice `subscription`. */
export const payableKinds = { subscription: 'invoice', donation: 'donation' } as const;
export const kindsOnWire = { invoice: 'subscription', donation: 'donation' } as const;

/** `INV-00042`. */
export function labelOf({ kind, number }: Pick<Payable, 'kind' | 'number'>): string {
  return recordNumber(kind === 'invoice' ? 'INV' : 'DON', number);
}

/** "INV-00042 is paid". */
export function closedAs(record: Pick<Payable, 'kind' | 'number' | 'state'>): string {
  const { kind, state } = record;
  const words = { open: 'open', paid: 'paid', writtenOff: 'written off' };
  const unpaid = kind === 'donation' ? 'withdrawn' : 'void';
  return `${labelOf(record)} is ${state === 'void' ? unpaid : words[state]}`;
}

/** The id can be any text. */
export async function findPayable<K extends PayableKind>(
  db: Db,
  { kind, id }: PayableRef<K>,
): Promise<PayableRecord<K> | undefined> {
  if (!isId(id)) return undefined;
  const found = await (kind === 'invoice' ? findInvoice(db, id) : findDonation(db, id));
  return found as PayableRecord<K> | undefined;
}

/** Like `findPayable`, but throws if it does not exist. */
export async function readPayable<K extends PayableKind>(
  db: Db,
  ref: PayableRef<K>,
): Promise<PayableRecord<K>> {
  const payable = await findPayable(db, ref);
  if (payable !== undefined) return payable;
  throw notFound((ref.kind === 'invoice' ? invoiceTexts : donationTexts).notFound);
}

async function findInvoice(db: Db, id: string): Promise<PayableRecord<'invoice'> | undefined> {
  const row = await findInvoiceRow(db, id);
  if (row === undefined) return undefined;
  const closed = row.voidedAt === null ? 'writtenOff' : 'void';
  const unpaid = row.isOpen ? 'open' : closed;
  return {
    ...row,
    kind: 'invoice',
    firstName: row.userFirstName,
    lastName: row.userLastName,
    email: row.userEmail,
    balanceCents: row.isOpen ? row.amountCents - row.paidCents : 0,
    state: row.paidAt === null ? unpaid : 'paid',
    createdOn: dayOf(row.createdAt),
    method: row.paymentType,
    onWire: invoiceOf(row),
  };
}

async function findDonation(db: Db, id: string): Promise<PayableRecord<'donation'> | undefined> {
  const row = await findDonationRow(db, id);
  if (row === undefined) return undefined;
  const unpaid = row.withdrawnAt === null ? 'open' : 'void';
  const state = row.receivedAt === null ? unpaid : 'paid';
  return {
    ...row,
    kind: 'donation',
    memberId: null,
    balanceCents: state === 'open' ? row.amountCents : 0,
    state,
    createdOn: dayOf(row.createdAt),
    method: row.donationTypeName,
    memberTypeId: null,
    paidOn: row.receivedOn,
    onWire: donationOf(row),
  };
}

/** Locks the record until the transaction ends. An invoice's member is locked first, and answered. */
export async function lockPayable(
  db: Db,
  { kind, id }: PayableRef,
): Promise<{ email: string } | undefined> {
  if (kind === 'invoice') return lockInvoice(db, id);
  await db.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
  return undefined;
}

/** Stores the provider's last outcome without a payment. A paid record does not change. */
export async function recordCardOutcome(
  db: Db,
  { kind, id }: PayableRef,
  card_outcome: CardOutcome | null,
): Promise<void> {
  await db
    .updateTable(kind === 'invoice' ? 'invoices' : 'donations')
    .set({ card_outcome })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .execute();
}

/** As the audit log calls it: "INV-00042 of Thandi Dlamini". */
export function nameOf(record: PayableRecord): string {
  return `${labelOf(record)} of ${record.firstName} ${record.lastName}`;
}

/** Records an administrator's action on the payments of a record. */
export async function auditPayable(
  ctx: Context,
  change: {
    action: AuditAction;
    before: PayableRecord;
    after: PayableRecord;
    /** What the record does not say. */
    more?: object;
  },
): Promise<void> {
  const { action, before, after, more } = change;
  await recordAudit(ctx, {
    action,
    subject: after.kind,
    id: after.id,
    name: nameOf(after),
    before: before.onWire,
    after: { ...after.onWire, ...more },
  });
}
