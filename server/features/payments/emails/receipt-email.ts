import { formatDay, type Day } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Fact, Letter } from '#server/platform/mail/email-template.ts';

export interface ReceiptLetter {
  firstName: string;
  organisation: string;
  amountCents: number;
  paidOn: Day;
  /** What was paid for. */
  line: string;
  invoiceNumber: string;
  /** None when no membership was paid. */
  membership: { number: string; validUntil: Day; isNew: boolean } | null;
  signInUrl: string;
}

/** The one mail that settling sends: it also welcomes a new member. Rules §8. */
export function receiptLetter(data: ReceiptLetter): Letter {
  const amount = formatRand(data.amountCents / 100);
  return {
    subject: `Receipt for ${amount} (${data.invoiceNumber})`,
    preheader: `We received your payment of ${amount}. Thank you.`,
    heading: data.firstName === '' ? 'Thank you' : `Thank you, ${data.firstName}`,
    blocks: [
      { kind: 'paragraph', text: opening(data) },
      { kind: 'facts', facts: facts(data, amount) },
      { kind: 'button', label: 'Sign in', url: data.signInUrl },
      { kind: 'smallPrint', text: 'This is your receipt. Please keep it for your records.' },
    ],
  };
}

function opening({ membership, organisation }: ReceiptLetter): string {
  const thanks = 'We have received your payment.';
  if (membership === null) return thanks;
  if (!membership.isNew) {
    return `${thanks} Your membership continues until ${formatDay(membership.validUntil)}.`;
  }
  return `${thanks} Welcome to ${organisation}: you are now a member, and we are glad to have you.`;
}

function facts(data: ReceiptLetter, amount: string): Fact[] {
  const paid: Fact[] = [
    { label: 'Amount', value: amount, isStrong: true },
    { label: 'Paid on', value: formatDay(data.paidOn) },
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
