import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { invoiceSentences as texts } from '#contract/invoices/story.ts';
import { latestRows, paidHow, type RecordStory } from '#contract/payments/record-story.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import type { Context } from '#server/context.ts';
import { recentMails } from '#server/features/communication/recent-mails.ts';
import { readInvoice } from './queries.ts';
import { paymentsOf, recordedPayments } from './recorded-payments.ts';

/** Why an invoice has its state, with its payments and mails. */
export async function readInvoiceStory(ctx: Context, id: string): Promise<RecordStory> {
  const { db } = ctx;
  const invoice = await readInvoice(db, id);
  const payments = await recordedPayments(ctx, paymentsOf.invoice(invoice.id), latestRows);
  const mails = await recentMails(ctx, { records: sql`ARRAY[${invoice.id}]::text[]` }, latestRows);
  return { ...explainInvoice(invoice, payments.results), payments, mails };
}

function explainInvoice(
  invoice: Invoice,
  payments: readonly RecordedPayment[],
): Pick<RecordStory, 'why' | 'next'> {
  const { state, sentUtc, createdUtc, memberTypeId, voidReason, userEmail } = invoice;
  const { amount, balance } = invoice;
  const payment = payments.find((one) => one.state === 'counts');
  if (state === 'paid') return { why: texts.paid(payment ? paidHow(payment) : ''), next: null };
  if (state === 'void') return { why: texts.void(voidReason ?? ''), next: null };
  const next = memberTypeId === null ? texts.otherNext : texts.membershipNext;
  if (balance < amount) return { why: texts.partPaid(amount - balance, balance), next };
  if (state === 'failed' || state === 'cancelled') return { why: texts[state], next };
  const since = dayOf(new Date(createdUtc));
  if (sentUtc === null) return { why: texts.notSent(since), next: texts.notSentNext };
  return { why: texts.unpaid(since, dayOf(new Date(sentUtc)), userEmail), next };
}
