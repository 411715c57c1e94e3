import { offeredMethods, type PaymentMethod } from '#contract/payments/payment-details.ts';
import type { UnsubscribedEmail } from '#contract/communication/endpoints.ts';

/** What the check says about rows of payments, donations and suppressed addresses. */
export const importRecordTexts = {
  tooLong: (most: number) => `please use at most ${most} characters.`,
  required: (label: string) => `${label} is missing.`,
  nothing: 'please enter more than R0.',
  unknownMethod: (text: string) => `“${text}” is not known. Use ${offeredMethods.join(', ')}.`,
  unknownKind: (text: string) => `“${text}” is not known. Use Unsubscribed or Refused.`,
  sameAs: (row: number) => `The same as row ${row}. It is imported, too.`,
  /** Payments. */
  noPayer:
    'The payer is missing. Fill in a membership number, or a first name, last name and email.',
  noMember: (number: string) =>
    `No member has the number ${number}. Correct the number, or leave it out.`,
  twoMembers: (number: string, name: string) =>
    `The number belongs to member ${number}, and the email to ${name}. Correct one of them.`,
  openInvoice: (number: string) =>
    `${number} is open. Process its payment on the invoice: it adds the membership and sends the receipt.`,
  voidInvoice: (number: string) =>
    `${number} is void and cannot be paid. Remove the invoice number to add a new invoice.`,
  writtenOffInvoice: (number: string) =>
    `${number} was written off and cannot be paid. Record the money as a credit.`,
  otherInvoice: (number: string) =>
    `${number} is another invoice here, with another payer, amount or day. If the numbers are of another product, leave out their column.`,
  line: 'Payment',
  earlierNumber: (line: string, number: string) => `${line} (earlier invoice ${number})`,
  importedFrom: (fileName: string, row: number) => `${fileName}, row ${row}`,
  obstacle: {
    invoiceSent: 'has been sent',
    payment: 'has had its payment undone, or another one',
    mail: 'is the subject of an email',
    notification: 'has a message of the card provider',
    bankLine: 'is matched with a line of a bank statement',
    unsubscribed: 'has unsubscribed since',
    erased: 'An address was erased since. It stays on the list.',
  },
} as const;

const methods: Readonly<Record<PaymentMethod, readonly string[]>> = {
  EFT: ['bank', 'bank transfer', 'transfer', 'deposit', 'oorplasing', 'bankoorplasing'],
  Cash: ['kontant'],
  'Credit Card': ['card', 'debit card', 'payfast', 'kaart', 'kredietkaart'],
  'World Remit': ['worldremit'],
  Wise: ['transferwise'],
  'Pay Pal': ['paypal'],
  'Card Machine': ['yoco', 'pos', 'speedpoint', 'speed point', 'kaartmasjien'],
  'Debit Order': ['debitorder', 'debietorder'],
  SnapScan: ['snap scan', 'zapper', 'snapscan or zapper'],
  Cheque: ['check', 'tjek'],
  Other: ['ander'],
};

/** How the money came, in the words of the product or in others. */
export function methodOf(text: string): PaymentMethod | null {
  const plain = text.trim().toLowerCase();
  const entries = Object.entries(methods) as [PaymentMethod, readonly string[]][];
  const entry = entries.find(
    ([method, words]) => method.toLowerCase() === plain || words.includes(plain),
  );
  return entry?.[0] ?? null;
}

const kinds: Readonly<Record<UnsubscribedEmail['kind'], readonly string[]>> = {
  unsubscribed: ['unsubscribe', 'opt out', 'opted out', 'complained', 'complaint', 'uitgeteken'],
  refused: ['refused by the mail server', 'bounced', 'bounce', 'hard bounce', 'cleaned', 'invalid'],
};

export function suppressionKindOf(text: string): UnsubscribedEmail['kind'] | null {
  const plain = text.trim().toLowerCase();
  const entries = Object.entries(kinds) as [UnsubscribedEmail['kind'], readonly string[]][];
  return entries.find(([kind, words]) => kind === plain || words.includes(plain))?.[0] ?? null;
}
