import { formatDay, type Day } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import type { Block, Letter } from '#server/platform/mail/email-template.ts';

export interface ReminderLetter {
  firstName: string;
  organisation: string;
  number: number | null;
  typeName: string;
  /** 0 for a free type. */
  feeCents: number;
  endsOn: Day;
  /** The day on which the letter was due. */
  today: Day;
  signInUrl: string;
  hasPassword: boolean;
  /** What is open already. */
  invoice: {
    number: string;
    amountCents: number;
    issuer: Issuer;
    /** None where the provider takes no amount so small. */
    payByCardUrl: string | null;
  } | null;
}

/** Before a membership ends, on its last day and after it. Rules §5. */
export function reminderLetter(data: ReminderLetter): Letter {
  const { firstName, typeName, number } = data;
  const ends = data.endsOn < data.today ? 'ended' : 'ends';
  const day = formatDay(data.endsOn);
  const organisation = data.organisation.trim() || 'our organisation';
  return {
    subject: `Your membership ${ends} on ${day}`,
    preheader: `Renew it, and you stay a member of ${organisation}.`,
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: `Your membership of ${organisation} ${ends} on ${day}. We would be glad to keep you: please renew it.`,
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

function toPay({ invoice, feeCents }: ReminderLetter): string {
  const cents = invoice?.amountCents ?? feeCents;
  return cents === 0 ? 'nothing, it is free' : formatRand(cents / 100);
}

function howToRenew(data: ReminderLetter): Block[] {
  const { invoice } = data;
  if (invoice === null) return [...signIn(data)];
  const facts = bankDetails(invoice.issuer, invoice.number);
  const card = invoice.payByCardUrl;
  return [
    {
      kind: 'paragraph',
      text: `Your invoice ${invoice.number} is open.${card === null ? '' : ' The quickest way is to pay it by card:'}`,
    },
    ...(card === null ? [] : [{ kind: 'button', label: 'Pay by card', url: card } as const]),
    ...(facts.length === 0 ? [] : byTransfer(facts, card)),
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

function signIn({ signInUrl, hasPassword, feeCents }: ReminderLetter): Block[] {
  const how = feeCents === 0 ? '' : ' You choose there whether to pay by card or by EFT.';
  const first = 'You have no password yet: choose "Forgot your password?" on that page.';
  return [
    { kind: 'paragraph', text: `Sign in, and choose "Save and Renew".${how}` },
    { kind: 'button', label: 'Sign in and renew', url: signInUrl },
    ...(hasPassword ? [] : [{ kind: 'smallPrint', text: first } as const]),
  ];
}
