import { donate } from '#contract/donations/endpoints.ts';
import { notifyDonation, notifySubscription } from '#contract/payments/endpoints.ts';
import { signed, toldOf } from '#test/support/payfast/notifications.ts';
import { callOf, dataOf, type Call, type Client } from './http-client.ts';
import type { Office } from './office.ts';

export interface Card {
  kind: 'subscription' | 'donation';
  recordId: string;
  /** The provider's number of the payment. */
  payment: string;
  amount: number;
}

let lastPayment = 5_000_000;

export function cardOf(kind: Card['kind'], recordId: string, amount: number): Card {
  return { kind, recordId, amount, payment: String((lastPayment += 1)) };
}

/** What the provider sends when the card was charged. */
export function notificationOf(
  { kind, recordId, payment, amount }: Card,
  passphrase?: string,
): Call {
  const gross = { pf_payment_id: payment, amount_gross: amount.toFixed(2) };
  const { method, path } = kind === 'donation' ? notifyDonation : notifySubscription;
  const body = signed(toldOf(recordId, gross), passphrase);
  return { method, path: `/api${path}`, body, type: 'application/x-www-form-urlencoded' };
}

export async function donateByCard(client: Client, donationTypeId: string, amount: number) {
  const person = { firstName: 'Sibusiso', lastName: 'Nkosi', email: 'sibusiso@example.org' };
  const body = { ...person, donationTypeId, amount };
  const reply = await client.send(callOf(donate, { body }));
  if (reply.status !== donate.status) throw new Error(`a donation was answered ${reply.status}`);
  return cardOf('donation', dataOf<{ id: string }>(reply).id, amount);
}

export async function donationTypeId({ db }: Office, name: 'Credit Card' | 'EFT'): Promise<string> {
  const query = db.selectFrom('donation_types').select('id').where('name', '=', name);
  return (await query.executeTakeFirstOrThrow()).id;
}

/** How many of these payments count for their record. Each must be recorded once. */
export async function countSettled({ db }: Office, cards: Card[]): Promise<number> {
  const references = cards.map(({ payment }) => `payfast:${payment}`);
  const rows = await db
    .selectFrom('payments')
    .select(['external_reference', 'invoice_id', 'donation_id', 'credit_cents'])
    .where('external_reference', 'like', 'payfast:%')
    .where('external_reference', 'in', references.length > 0 ? references : [''])
    .execute();
  const counts = Map.groupBy(rows, ({ external_reference }) => external_reference);
  return cards.filter(({ payment, recordId }) => {
    const [row, ...more] = counts.get(`payfast:${payment}`) ?? [];
    const paid = row?.invoice_id ?? row?.donation_id;
    return paid === recordId && row?.credit_cents === 0 && more.length === 0;
  }).length;
}
