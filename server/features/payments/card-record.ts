import type { PaymentKind } from '#contract/payments/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { CardOutcome } from '#server/platform/db/tables.ts';
import { lockInvoice } from '#server/features/invoices/lock-invoice.ts';

/** An invoice or a donation, as the card provider is told of it. */
export interface CardRecord {
  kind: PaymentKind;
  id: string;
  amountCents: number;
  state: 'open' | 'paid' | 'void';
  payer: { firstName: string; lastName: string; email: string };
}

const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The record of that kind with this id, whatever text the id may be. */
export async function findCardRecord(
  db: Db,
  kind: PaymentKind,
  id: string,
): Promise<CardRecord | null> {
  if (!isId.test(id)) return null;
  return kind === 'subscription' ? findInvoice(db, id) : findDonation(db, id);
}

async function findInvoice(db: Db, id: string): Promise<CardRecord | null> {
  const row = await db
    .selectFrom('invoices')
    .where('id', '=', id)
    .select(['id', 'amount_cents as amountCents', 'payment_id', 'voided_at'])
    .select(['payer_first_name as firstName', 'payer_last_name as lastName'])
    .select('payer_email as email')
    .executeTakeFirst();
  if (row === undefined) return null;
  const { amountCents, payment_id, voided_at, id: ownId, ...payer } = row;
  const unpaid = voided_at === null ? 'open' : 'void';
  return {
    kind: 'subscription',
    // As the database writes it, whatever the letters of the address were.
    id: ownId,
    amountCents,
    payer,
    state: payment_id === null ? unpaid : 'paid',
  };
}

async function findDonation(db: Db, id: string): Promise<CardRecord | null> {
  const row = await db
    .selectFrom('donations')
    .where('id', '=', id)
    .select(['id', 'amount_cents as amountCents', 'payment_id'])
    .select(['first_name as firstName', 'last_name as lastName', 'email'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { amountCents, payment_id, id: ownId, ...payer } = row;
  return {
    kind: 'donation',
    id: ownId,
    amountCents,
    payer,
    state: payment_id === null ? 'open' : 'paid',
  };
}

/** What the provider last said without paying; nothing un-pays a paid record. */
export async function noteCardOutcome(
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

/** Locks the record until the transaction ends, an invoice after its member. */
export async function lockCardRecord(
  db: Db,
  { kind, id }: Pick<CardRecord, 'kind' | 'id'>,
): Promise<void> {
  if (kind === 'subscription') return lockInvoice(db, id);
  await db.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
}
