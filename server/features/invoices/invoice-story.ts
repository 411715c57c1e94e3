import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { type getInvoiceStory, invoiceSentences as texts } from '#contract/invoices/story.ts';
import type { LoggedMail } from '#contract/communication/mail-log.ts';
import { creditNoteNumber } from '#contract/numbers.ts';
import { latestRows, paidHow } from '#contract/payments/record-story.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import type { CreditNote } from '#contract/write-offs/endpoints.ts';
import type { Context } from '#server/context.ts';
import { isKept, recentMails } from '#server/features/communication/recent-mails.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readInvoice } from './queries.ts';
import { paymentsOf, recordedPayments } from './recorded-payments.ts';

/** Why an invoice has its state, with its payments and mails. `isMailKept`: no mail server is set. */
export async function readInvoiceStory(
  ctx: Context,
  id: string,
  isMailKept: boolean,
): Promise<ReplyOf<typeof getInvoiceStory>> {
  const { db } = ctx;
  const invoice = await readInvoice(db, id);
  const payments = await recordedPayments(ctx, paymentsOf.invoice(invoice.id), latestRows);
  const mails = await recentMails(ctx, { records: sql`ARRAY[${invoice.id}]::text[]` }, latestRows);
  const creditNotes = await creditNotesOf(db, invoice.id);
  const areAllKept = areKept(mails, isMailKept);
  const sentences = explainInvoice(invoice, payments.results, areAllKept);
  return { ...sentences, isKept: areAllKept, payments, mails, creditNotes };
}

/** The latest first. */
async function creditNotesOf(db: Db, invoiceId: string): Promise<CreditNote[]> {
  const rows = await db
    .selectFrom('write_offs as w')
    .innerJoin('users as u', 'u.id', 'w.recorded_by')
    .where('w.invoice_id', '=', invoiceId)
    .orderBy('w.number', 'desc')
    .select(['w.id', 'w.number', 'w.amount_cents', 'w.reason', 'w.recorded_at', 'w.reversed_at'])
    .select(['w.reversed_reason', fullNameOf('u').$castTo<string>().as('recordedBy')])
    .execute();
  return rows.map(({ id, number, amount_cents, reason, recordedBy, ...row }) => ({
    id,
    number: creditNoteNumber(number),
    amount: amount_cents / 100,
    reason,
    recordedBy,
    recordedUtc: row.recorded_at.toISOString(),
    withdrawnUtc: row.reversed_at?.toISOString() ?? null,
    withdrawnReason: row.reversed_reason,
  }));
}

function explainInvoice(
  invoice: Invoice,
  payments: readonly RecordedPayment[],
  areAllKept: boolean,
): Pick<ReplyOf<typeof getInvoiceStory>, 'why' | 'next'> {
  const { state, sentUtc, createdUtc, memberTypeId, voidReason, userEmail } = invoice;
  const { amount, balance } = invoice;
  const payment = payments.find((one) => one.state === 'counts');
  if (state === 'paid') return { why: texts.paid(payment ? paidHow(payment) : ''), next: null };
  if (state === 'writtenOff') {
    const { writtenOff, creditNote, writeOffReason } = invoice;
    return {
      why: texts.writtenOff(writtenOff, creditNote ?? '', writeOffReason ?? ''),
      next: null,
    };
  }
  if (state === 'void') return { why: texts.void(voidReason ?? ''), next: null };
  const [latest] = payments;
  if (latest?.hasReturned === true) {
    const rest = explainInvoice(invoice, [], areAllKept);
    return { ...rest, why: texts.returned(latest.amount, latest.paidOn, rest.why) };
  }
  const next = memberTypeId === null ? texts.otherNext : texts.membershipNext;
  if (balance < amount) return { why: texts.partPaid(amount - balance, balance), next };
  if (state === 'failed' || state === 'cancelled') return { why: texts[state], next };
  const since = dayOf(new Date(createdUtc));
  if (sentUtc === null) return { why: texts.notSent(since), next: texts.notSentNext };
  const sentence = areAllKept ? texts.kept : texts.unpaid;
  return { why: sentence(since, dayOf(new Date(sentUtc)), userEmail), next };
}

/** None of its emails has left or will leave, as there was no mail server. */
function areKept(mails: readonly LoggedMail[], isMailKept: boolean): boolean {
  // One that was replaced says nothing of the new one.
  const own = mails.filter(({ kind, outcome }) => kind === 'invoice' && outcome !== 'cancelled');
  return own.length > 0 && own.every((mail) => isKept(mail, isMailKept));
}
