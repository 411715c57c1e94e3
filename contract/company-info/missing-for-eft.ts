/** What an EFT payer needs. The SWIFT code is only for payments from abroad. */
const neededForEft = {
  name: 'Name of the organisation',
  bank: 'Bank',
  accountNumber: 'Account number',
  branchCode: 'Branch code',
  accountType: 'Account type',
} as const;

type Details = Partial<Record<keyof typeof neededForEft, string | null>>;

/** The labels of the details that are not filled in. */
export function missingForEft(details: Details): string[] {
  return Object.entries(neededForEft)
    .filter(([name]) => !details[name as keyof Details]?.trim())
    .map(([, label]) => label);
}

/** The lines of an invoice with these details. */
export const neededLines = [
  'Account holder',
  'Bank',
  'Account number',
  'Branch code',
  'Account type',
] as const;

/** Warnings before an invoice goes out that does not say where to pay. */
export const missingForEftTexts = {
  noneOnInvoice:
    'This invoice shows no bank details, because no account number was set when it was issued. The payer cannot see where to pay.',
  notOnInvoice: (labels: readonly string[]) =>
    `Not on this invoice: ${labels.join(', ')}. The payer may not be able to pay by EFT.`,
  /** The link to Company Info comes between. */
  invoiceKeeps: [
    'An invoice keeps the bank details that it was issued with. Complete them in ',
    ', then void this invoice and add a new one.',
  ],
  missing: (labels: readonly string[]) =>
    `Bank details are missing: ${labels.join(', ')}. The invoices cannot show where to pay.`,
  complete: ['Complete them in ', ' first, or send the invoices as they are.'],
} as const;
