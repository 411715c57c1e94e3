import type { Donation } from '#contract/donations/endpoints.ts';
import { isId } from '#contract/fields.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { CardOutcome } from '#server/platform/db/tables.ts';
import { findDonation } from '#server/features/donations/queries.ts';
import { isOpen } from '#server/features/invoices/open-invoices.ts';
import { findInvoice } from '#server/features/invoices/queries.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';

/** An invoice or a donation, with the data for the card provider. */
export interface CardRecord {
  kind: PaymentKind;
  id: string;
  amountCents: number;
  /** The rest to pay. */
  balanceCents: number;
  state: 'open' | 'paid' | 'void';
  payer: { firstName: string; lastName: string; email: string };
}

/** The record of this kind with this id. The id can be any text. */
export async function findCardRecord(
  db: Db,
  kind: PaymentKind,
  id: string,
): Promise<CardRecord | null> {
  if (!isId(id)) return null;
  return kind === 'subscription' ? findCardInvoice(db, id) : findCardDonation(db, id);
}

async function findCardInvoice(db: Db, id: string): Promise<CardRecord | null> {
  const invoice = await findInvoice(db, id);
  if (invoice === undefined) return null;
  const { userFirstName: firstName, userLastName: lastName, userEmail: email } = invoice;
  return {
    kind: 'subscription',
    // Normalised by the database, because the URL may have the id in upper case.
    id: invoice.id,
    amountCents: Math.round(invoice.amount * 100),
    balanceCents: Math.round(invoice.balance * 100),
    payer: { firstName, lastName, email },
    state: stateOf(invoice),
  };
}

function stateOf(invoice: Invoice): CardRecord['state'] {
  if (isOpen(invoice)) return 'open';
  return invoice.isPaid ? 'paid' : 'void';
}

async function findCardDonation(db: Db, id: string): Promise<CardRecord | null> {
  const donation = await findDonation(db, id);
  if (donation === undefined) return null;
  const { firstName, lastName, email } = donation;
  return {
    kind: 'donation',
    id: donation.id,
    amountCents: Math.round(donation.amount * 100),
    balanceCents:
      donation.isReceived || donation.isWithdrawn ? 0 : Math.round(donation.amount * 100),
    payer: { firstName, lastName, email },
    state: donationState(donation),
  };
}

function donationState({ isReceived, isWithdrawn }: Donation): CardRecord['state'] {
  if (isReceived) return 'paid';
  return isWithdrawn ? 'void' : 'open';
}

/** Stores the provider's last outcome without a payment. A paid record does not change. */
export async function recordCardOutcome(
  db: Db,
  { kind, id }: Pick<CardRecord, 'kind' | 'id'>,
  card_outcome: CardOutcome | null,
): Promise<void> {
  await db
    .updateTable(kind === 'subscription' ? 'invoices' : 'donations')
    .set({ card_outcome })
    .where('id', '=', id)
    .where('payment_id', 'is', null)
    .execute();
}

/** Locks the record until the transaction ends. An invoice's member is locked first. */
export async function lockCardRecord(
  db: Db,
  { kind, id }: Pick<CardRecord, 'kind' | 'id'>,
): Promise<void> {
  if (kind === 'subscription') await lockInvoice(db, id);
  else await db.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
}
