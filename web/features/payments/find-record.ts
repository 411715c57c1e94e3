import { getDonation } from '#contract/donations/endpoints.ts';
import { getInvoice, type Invoice, isOpen } from '#contract/invoices/endpoints.ts';
import type { PaymentKind } from '#contract/payments/endpoints.ts';
import { call } from '#web/api/call.ts';

/** An invoice or a donation, as far as the server shows it to this user. */
export interface PaymentRecord {
  id: string | null;
  /** While it is open: what is still to pay. */
  amount: number | null;
  state: Invoice['state'] | null;
  /** Its number, shown only to the payer. */
  reference: string | null;
}

/** The record to pay; null if the reply is no record. */
export async function findRecord(
  kind: PaymentKind,
  id: string,
  signal?: AbortSignal,
): Promise<PaymentRecord | null> {
  const options = { params: { id }, signal };
  const reply: unknown =
    kind === 'subscription' ? await call(getInvoice, options) : await call(getDonation, options);
  return typeof reply === 'object' && reply !== null ? recordOf(reply) : null;
}

const states = ['unpaid', 'failed', 'cancelled', 'paid', 'void', 'writtenOff'] as const;

function recordOf(reply: object): PaymentRecord {
  const { id, invoiceNumber, reference, ...record } = reply as Record<string, unknown>;
  const state = states.find((each) => each === record['state']) ?? null;
  // Only the payer sees the balance as such; for others the amount is what is to pay.
  const { amount, balance = amount } = record;
  const shown = state !== null && isOpen(state) ? balance : amount;
  return {
    id: textOf(id),
    amount: typeof shown === 'number' ? shown : null,
    state,
    reference: textOf(invoiceNumber) ?? textOf(reference),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
