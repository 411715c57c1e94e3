import * as z from 'zod/mini';
import { formatDay } from '#contract/days.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { alreadyPaid, type Renewal } from '#server/features/invoices/emails/invoice-email.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { openMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import type { Block, EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import {
  dayOfMail,
  type EmailToRender,
  type RenderEmailIfCurrent,
} from '#server/platform/mail/render-email.ts';
import { readRenewal } from '../read-renewal.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';

export interface ReminderEmailData {
  firstName: string;
  organisation: string;
  number: number | null;
  typeName: string;
  /** 0 for a free type. */
  feeCents: number;
  renewal: Renewal;
  /** Where the member chooses how to pay, after signing in. */
  renewUrl: string;
  hasPassword: boolean;
  /** The open invoice. */
  invoice: {
    number: string;
    paymentReference: string;
    amountCents: number;
    issuer: Issuer;
    /** Missing if the amount is below the provider's minimum. */
    payByCardUrl: string | null;
    proofUrl: string | null;
  } | null;
}

/** Sent before a membership ends, on its last day and after it. product-rules 5.11. */
export function reminderEmail(data: ReminderEmailData): EmailTemplate {
  const { firstName, typeName, number } = data;
  const ends = data.renewal.hasEnded ? 'ended' : 'ends';
  const day = formatDay(data.renewal.paidUntil);
  const organisation = data.organisation.trim() || 'our organisation';
  return {
    subject: `Your membership ${ends} on ${day}`,
    preheader: `Renew it, and you stay a member of ${organisation}.`,
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: `Your membership of ${organisation} ${ends} on ${day}. We would be glad to keep you: please renew it. ${whatItGives(data)}`,
      },
      {
        kind: 'facts',
        facts: [
          ...(number === null
            ? []
            : [{ label: 'Membership number', value: membershipNumber(number) }]),
          { label: 'Membership', value: typeName },
          { label: ends === 'ends' ? 'Ends on' : 'Ended on', value: day },
          { label: 'To pay', value: toPay(data), isStrong: true },
        ],
      },
      ...howToRenew(data),
      {
        kind: 'smallPrint',
        text: 'Have you paid in the last few days? Thank you. Then you need not do anything.',
      },
    ],
  };
}

function whatItGives({
  renewal: { validUntil, dependsOnDay },
  feeCents,
}: ReminderEmailData): string {
  const how = feeCents === 0 ? 'Renewing' : 'Paying';
  const today = dependsOnDay ? ' today' : '';
  return `${how}${today} makes your membership valid until ${formatDay(validUntil)}.`;
}

function toPay({ invoice, feeCents }: ReminderEmailData): string {
  const cents = invoice?.amountCents ?? feeCents;
  return cents === 0 ? 'nothing, it is free' : formatRand(cents / 100);
}

function howToRenew(data: ReminderEmailData): Block[] {
  const { invoice } = data;
  if (invoice === null) return [...signIn(data)];
  const facts = bankDetails(invoice.issuer, invoice.paymentReference);
  const card = invoice.payByCardUrl;
  return [
    {
      kind: 'paragraph',
      text: `Your invoice ${invoice.number} is open.${card === null ? '' : ' The quickest way is to pay it by card:'}`,
    },
    ...(card === null ? [] : [{ kind: 'button', label: 'Pay by card', url: card } as const]),
    ...(facts.length === 0 ? [] : byTransfer(facts, card)),
    ...alreadyPaid(invoice.proofUrl),
    ...(card === null && facts.length === 0 ? signIn(data) : []),
  ];
}

function byTransfer(facts: ReturnType<typeof bankDetails>, card: string | null): Block[] {
  const or = card === null ? 'Please pay' : 'Or pay';
  return [
    {
      kind: 'paragraph',
      text: `${or} by bank transfer (EFT), with the payment reference exactly as it stands:`,
    },
    { kind: 'facts', facts },
  ];
}

function signIn({ renewUrl, hasPassword, feeCents }: ReminderEmailData): Block[] {
  const how = feeCents === 0 ? '' : ' You choose there whether to pay by card or by EFT.';
  const first = 'You have no password yet: choose "Forgot your password?" on that page.';
  return [
    { kind: 'paragraph', text: `The renewal opens as soon as you have signed in.${how}` },
    { kind: 'button', label: 'Renew now', url: renewUrl },
    ...(hasPassword ? [] : [{ kind: 'smallPrint', text: first } as const]),
  ];
}

const about = z.object({ periodId: z.string() });

/** The mail of kind `reminder`. It is not sent if the member has paid or was deactivated since. */
export const renderReminderEmail: RenderEmailIfCurrent = async (input) => {
  const { db, publicUrl, mail, isForReading = false } = input;
  const { periodId } = about.parse(mail.about);
  const row = await endingMembership(db, periodId);
  if (row === undefined || (row.is_outdated && !isForReading)) return null;
  const today = dayOfMail(mail);
  const renewal = await readRenewal(db, row.member_id, today);
  if (renewal === null) return null;
  const issuer = await readIssuer(db);
  const template = reminderEmail({
    firstName: row.first_name,
    organisation: issuer.name,
    number: row.number,
    typeName: row.type_name,
    feeCents: row.fee_cents,
    renewal: { ...renewal, paidUntil: row.ends_on, hasEnded: row.ends_on < today },
    renewUrl: `${publicUrl}/member/profile?renew=${row.member_id}`,
    hasPassword: row.has_password,
    invoice: await openInvoice(input, row.member_id),
  });
  return renderTemplate(template, issuer);
};

/** The period. Outdated: there is a later one, or the member gets no reminders. */
function endingMembership(db: Db, periodId: string) {
  return db
    .selectFrom('membership_periods as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .innerJoin('member_statuses as s', 's.id', 'm.member_status_id')
    .where('p.id', '=', periodId)
    .select((row) =>
      row
        .or([
          row('m.archived_at', 'is not', null),
          row('s.name', '=', statusNames.deactivated),
          row.exists(
            row
              .selectFrom('membership_periods as later')
              .whereRef('later.member_id', '=', 'p.member_id')
              .whereRef('later.ends_on', '>', 'p.ends_on')
              .select('later.id'),
          ),
        ])
        .$castTo<boolean>()
        .as('is_outdated'),
    )
    .select(['p.member_id', 'p.ends_on', 'm.first_name', 'm.number', 't.name as type_name'])
    .select(['t.fee_cents'])
    .select((row) => row('u.password_hash', 'is not', null).$castTo<boolean>().as('has_password'))
    .executeTakeFirst();
}

async function openInvoice(
  { db, publicUrl, withoutCard = false, proofUrl }: EmailToRender,
  memberId: string,
): Promise<ReminderEmailData['invoice']> {
  const row = await openMembershipInvoice(db, memberId)
    .select(['id', 'number', 'amount_cents', 'paid_cents', 'issuer'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const amountCents = row.amount_cents - row.paid_cents;
  const isForCard = !withoutCard && amountCents >= leastCardAmount * 100;
  return {
    number: invoiceNumber(row.number),
    paymentReference: paymentReference('INV', row.number),
    amountCents,
    issuer: row.issuer,
    payByCardUrl: isForCard ? `${publicUrl}/payment/payfast-redirect/subscription/${row.id}` : null,
    proofUrl: proofUrl?.(row.id) ?? null,
  };
}
