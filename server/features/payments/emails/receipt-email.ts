import * as z from 'zod/mini';
import { type Day, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import { withConsentLink } from '#server/features/communication/confirm-consents.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Fact, EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';
import { readOwnCredits, sumOf } from '../credits/own-credits.ts';
import {
  otherFacts,
  paymentFacts,
  readReceivedMoney,
  type ReceivedMoney,
} from './received-money.ts';

export interface ReceiptEmailData {
  firstName: string;
  organisation: string;
  /** Of the invoice. */
  amountCents: number;
  paidOn: Day;
  received: ReceivedMoney;
  /** What the member's own invoices still have as credits. */
  leftCents: number;
  /** The invoice's description. */
  line: string;
  invoiceNumber: string;
  /** Missing if the invoice is not for a membership. */
  membership: { number: string; validUntil: Day; isNew: boolean } | null;
  signInUrl: string;
}

/** The only mail after a payment. It also welcomes a new member. product-rules 8.6. */
export function receiptEmail(data: ReceiptEmailData): EmailTemplate {
  // The receipts of an invoice add up to what was received.
  const last = data.received.payments.at(-1);
  const amount = formatRand((last?.amountCents ?? data.amountCents) / 100);
  return {
    subject: `Receipt for ${amount} (${data.invoiceNumber})`,
    preheader:
      last?.isCarried === true
        ? `Paid from the ${amount} that we held for you.`
        : `We received your payment of ${amount}. Thank you.`,
    heading: data.firstName === '' ? 'Thank you' : `Thank you, ${data.firstName}`,
    blocks: [
      { kind: 'paragraph', text: opening(data) },
      { kind: 'facts', facts: facts(data) },
      { kind: 'button', label: 'Sign in', url: data.signInUrl },
      { kind: 'smallPrint', text: 'This is your receipt. Please keep it for your records.' },
    ],
  };
}

function opening(data: ReceiptEmailData): string {
  const { membership, organisation } = data;
  const thanks = thanksFor(data);
  if (membership === null) return thanks;
  if (!membership.isNew) {
    return `${thanks} Your membership continues until ${formatDay(membership.validUntil)}.`;
  }
  return `${thanks} Welcome to ${organisation}: you are now a member, and we are glad to have you.`;
}

/** There is no new money if the newest payment was carried from a credit. */
function thanksFor({ received, leftCents }: ReceiptEmailData): string {
  const last = received.payments.at(-1);
  if (last?.isCarried !== true) return 'We have received your payment.';
  const left = leftCents === 0 ? '' : ` ${formatRand(leftCents / 100)} is left.`;
  return `Paid from the ${formatRand(last.amountCents / 100)} that we held for you.${left}`;
}

function facts(data: ReceiptEmailData): Fact[] {
  const paid: Fact[] = [
    ...amounts(data),
    { label: 'For', value: data.line },
    { label: 'Invoice number', value: data.invoiceNumber },
  ];
  if (data.membership === null) return paid;
  return [
    ...paid,
    { label: 'Membership number', value: data.membership.number },
    { label: 'Valid until', value: formatDay(data.membership.validUntil) },
  ];
}

/** One payment of the whole amount, or the invoice with everything that was received for it. */
function amounts({ amountCents, paidOn, received }: ReceiptEmailData): Fact[] {
  const value = formatRand(amountCents / 100);
  const { payments } = received;
  const [only] = payments;
  const isWhole = only?.amountCents === amountCents && !only.isCarried;
  if (payments.length === 1 && isWhole && otherFacts(received).length === 0) {
    return [
      { label: 'Amount', value, isStrong: true },
      { label: 'Paid on', value: formatDay(paidOn) },
    ];
  }
  return [{ label: 'Invoice', value, isStrong: true }, ...paymentFacts(received)];
}

const about = z.object({ invoiceId: z.string(), paymentId: z.optional(z.string()) });

/** The mail of kind `receipt`, sent after a payment. product-rules 8.6. */
export const renderReceiptEmail: RenderEmailIfCurrent = async (input) => {
  const { db, publicUrl, mail } = input;
  const { invoiceId, paymentId } = about.parse(mail.about);
  const row = await paidInvoice(db, invoiceId);
  const received = await readReceivedMoney(db, { invoiceId, paymentId });
  // The payment was undone.
  if (row === undefined || received === null) return null;
  const template = receiptEmail({
    firstName: row.payer_first_name,
    organisation: row.issuer.name || 'our organisation',
    amountCents: row.amount_cents,
    paidOn: row.paid_on,
    received,
    leftCents: row.member_id === null ? 0 : sumOf(await readOwnCredits(db, row.member_id)),
    line: row.line,
    invoiceNumber: invoiceNumber(row.number),
    membership: membershipOf(row),
    signInUrl: `${publicUrl}/login`,
  });
  return renderTemplate(await withConsentLink(template, input), row.issuer);
};

function paidInvoice(db: Db, invoiceId: string) {
  return db
    .selectFrom('invoices as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .leftJoin('membership_periods as e', 'e.invoice_id', 'i.id')
    .leftJoin('members as m', 'm.id', 'i.member_id')
    .where('i.id', '=', invoiceId)
    .select(['i.number', 'i.payer_first_name', 'i.issuer', 'i.line', 'i.amount_cents', 'p.paid_on'])
    .select(['i.member_id', 'e.ends_on', 'm.number as member_number'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('membership_periods as earlier')
            .whereRef('earlier.member_id', '=', 'i.member_id')
            .whereRef('earlier.ends_on', '<', 'e.starts_on')
            .select('earlier.id'),
        )
        .as('is_renewal'),
    )
    .executeTakeFirst();
}

type Row = NonNullable<Awaited<ReturnType<typeof paidInvoice>>>;

function membershipOf(row: Row): ReceiptEmailData['membership'] {
  if (row.ends_on === null || row.member_number === null) return null;
  return {
    number: membershipNumber(row.member_number),
    validUntil: row.ends_on,
    isNew: !row.is_renewal,
  };
}
