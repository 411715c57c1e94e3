import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { type Donation, donationTypeNames } from '#contract/donations/endpoints.ts';
import { donationSentences as texts } from '#contract/donations/story.ts';
import { latestRows, paidHow, type RecordStory } from '#contract/payments/record-story.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import type { Context } from '#server/context.ts';
import { recentMails } from '#server/features/communication/recent-mails.ts';
import { paymentsOf, recordedPayments } from '#server/features/invoices/recorded-payments.ts';
import { readDonation } from './queries.ts';

/** Why a donation has its state, with its payments and mails. */
export async function readDonationStory(ctx: Context, id: string): Promise<RecordStory> {
  const { db } = ctx;
  const donation = await readDonation(db, id);
  const payments = await recordedPayments(ctx, paymentsOf.donation(donation.id), latestRows);
  const mails = await recentMails(ctx, { records: sql`ARRAY[${donation.id}]::text[]` }, latestRows);
  return { ...explainDonation(donation, payments.results), payments, mails };
}

function explainDonation(
  { state, createdUtc, donationTypeName, needsAnswer, isWithdrawn }: Donation,
  payments: readonly RecordedPayment[],
): Pick<RecordStory, 'why' | 'next'> {
  const payment = payments.find((one) => one.state === 'counts');
  if (state === 'paid') return { why: texts.received(payment ? paidHow(payment) : ''), next: null };
  if (isWithdrawn) return { why: texts.withdrawn, next: null };
  const next = nextStep(donationTypeName, needsAnswer);
  if (state === 'failed' || state === 'cancelled') return { why: texts[state], next };
  return { why: texts.pending(dayOf(new Date(createdUtc)), donationTypeName), next };
}

function nextStep(method: string, needsAnswer: boolean): string {
  if (needsAnswer) return texts.answerNext(method);
  return method === donationTypeNames.card ? texts.cardNext : texts.pendingNext;
}
