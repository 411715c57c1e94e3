import type { Work } from '#server/context.ts';

/** Withdraws the one membership invoice that is open, if there is one. Lock the member first. */
export async function voidMembershipInvoice(
  work: Work,
  memberId: string,
  reason: string,
): Promise<void> {
  await openInvoices(work, memberId, reason).where('member_type_id', 'is not', null).execute();
}

/** Withdraws all that the member has not paid. Lock the member first. */
export async function voidOpenInvoices(
  work: Work,
  memberId: string,
  reason: string,
): Promise<void> {
  await openInvoices(work, memberId, reason).execute();
}

function openInvoices({ db, at }: Work, memberId: string, reason: string) {
  return db
    .updateTable('invoices')
    .set({ voided_at: at, void_reason: reason })
    .where('member_id', '=', memberId)
    .where('payment_id', 'is', null)
    .where('voided_at', 'is', null);
}
