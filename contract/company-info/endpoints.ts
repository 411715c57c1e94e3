import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { day, email, id, idParams, money, optionalLines, optionalText } from '#contract/fields.ts';
import { formatRand } from '#contract/money.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';
import { vatBases } from '#contract/vat.ts';

export const companyInfoTexts = {
  failed: 'Failed to fetch company info',
  saved: 'Company info saved.',
  onlyOne: 'There is one company record. Please edit it.',
  neverDeleted: 'The company record cannot be deleted.',
  notFound: 'This company record does not exist.',
  bankMissing: 'Bank details are missing, so EFT invoices cannot show where to pay.',
  bankUnknown: 'Please reply to this email to ask for our bank details.',
  preview: 'What payers will see',
  previewHint:
    'On every EFT invoice from the next one on. Invoices that were sent stay as they are.',
  yearHint:
    'Only the day and the month count; any year will do. Leave it empty to give each membership 12 months.',
  yearEmpty: 'Each membership runs for 12 months.',
  numbersHint:
    'Numbers can only increase. To continue from another system, enter the last number used there.',
  lowerIgnored: 'Numbers can only increase. A lower number is ignored.',
  askSkip: 'Skipped numbers will never be used. This cannot be undone.',
  presetsHint:
    'Three amounts that donors can choose with one press. They can always enter another amount.',
  whyGiveHint:
    'Shown above the form of the Donate page, in your own words: what you do, and what a donation makes possible. If it is empty, the page says nothing.',
  vatHint:
    'Leave it empty unless the organisation is registered for VAT. With it, invoices from the next one on say that the amount includes VAT at 15 %.',
  vatBasis: 'On which basis does the organisation declare VAT?',
  vatBasisHint:
    'SARS has granted one of the two, and your accountant knows which. The answer counts from the first open month. Closed months stay as they are.',
  vatBasisOpen:
    'Nobody has said on which basis VAT is declared. Until then payments post whole to income, without VAT, and no month can be closed.',
  vatBasisFirst:
    'Invoices were issued with this VAT number, and nobody has said on which basis their VAT is declared. Answer that before you remove the number.',
  /** No VAT number is set any more. */
  vatRemoved: {
    payments:
      'New invoices have no VAT. Those that were issued with a VAT number keep theirs: each payment of one still posts its VAT.',
    invoices:
      'New invoices have no VAT. Those that were issued with a VAT number keep theirs, and your accountant still posts it.',
  },
  vatBasisAdvice: 'Ask your accountant, and answer it in Company Info, Tax.',
  vatBasisKnown: 'It is answered, or no VAT number is set in Company Info.',
  vatPayments: 'Payments basis',
  vatPaymentsMeans: 'VAT is due when money comes. Each payment of an invoice posts its VAT.',
  vatInvoices: 'Invoice basis',
  vatInvoicesMeans:
    'VAT is due when an invoice is issued. Payments post no VAT, and your accountant posts that of the invoices.',
  pboHint: 'Public benefit organisation. It is shown on the receipts of donations.',
  notesHint: 'For administrators only. They never appear on emails or invoices.',
  keptTyped: 'This is the latest version, with your changes filled in. Please check it and save.',
} as const;

const counter = z
  .int('Please enter a whole number.')
  .check(
    z.gte(0, 'Please enter a number that is not negative.'),
    z.lte(99_999_999, 'This number is too large.'),
  );

/** Rand; the suggested donation amounts, unless the organisation sets others. */
export const usualPresets = { donationPreset1: 100, donationPreset2: 250, donationPreset3: 500 };

/** The suggestions must also be possible by card. product-rules 7.10. */
const preset = z.pipe(
  money,
  z.number().check(z.gte(leastCardAmount, `Please enter at least ${formatRand(leastCardAmount)}.`)),
);

/** The format that SARS issues. Spaces between the digits are removed. */
const vatNumber = z.pipe(
  z.pipe(
    optionalText(40),
    z.transform((text) => text.replaceAll(' ', '')),
  ),
  z.string().check(z.regex(/^(4\d{9})?$/, 'A VAT number has 10 digits and begins with 4.')),
);

export const companyInfo = z.object({
  id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  bank: z.string(),
  accountType: z.string(),
  branchCode: z.string(),
  accountNumber: z.string(),
  swiftCode: z.string(),
  notes: z.string(),
  membershipExpiryDate: z.nullable(z.string()),
  donationPreset1: money,
  donationPreset2: money,
  donationPreset3: money,
  vatNumber: z.string(),
  /** Null: not answered. It matters only with a VAT number. */
  vatBasis: z.nullable(z.enum(vatBases)),
  pboNumber: z.string(),
  whyGive: z.string(),
  lastUsedInvoiceNumber: z.int(),
  lastUsedMemberNumber: z.int(),
  /** The administrator who changed the account number last, and the time. */
  accountNumberChangedBy: z.nullable(z.string()),
  accountNumberChangedUtc: z.nullable(z.string()),
});
export type CompanyInfo = z.output<typeof companyInfo>;

/** The editable fields. The counters increase automatically. */
export const companyInfoFields = [
  'name',
  'email',
  'phone',
  'address',
  'bank',
  'accountType',
  'branchCode',
  'accountNumber',
  'swiftCode',
  'notes',
  'membershipExpiryDate',
  'donationPreset1',
  'donationPreset2',
  'donationPreset3',
  'vatNumber',
  'vatBasis',
  'pboNumber',
  'whyGive',
] as const;

const emailOrNone = z.union([z.literal(''), email()], 'Valid email is required.');
const dayOrNone = z.union([z.literal(''), day], 'Please enter a valid date.');
const clearable = <S extends z.ZodMiniType>(field: S) => z.optional(z.nullable(field));

/** An omitted field keeps its value; `null` clears it or restores the default. Numbers only increase. product-rules 1.17, 3.15. */
export const companyInfoForm = z.object({
  name: clearable(optionalText(200)),
  email: clearable(emailOrNone),
  phone: clearable(optionalText(40)),
  address: clearable(optionalLines(400)),
  bank: clearable(optionalText(100)),
  accountType: clearable(optionalText(60)),
  branchCode: clearable(optionalText(20)),
  accountNumber: clearable(optionalText(40)),
  swiftCode: clearable(optionalText(20)),
  notes: clearable(optionalLines(1000)),
  membershipExpiryDate: clearable(dayOrNone),
  donationPreset1: clearable(preset),
  donationPreset2: clearable(preset),
  donationPreset3: clearable(preset),
  vatNumber: clearable(vatNumber),
  vatBasis: clearable(z.enum(vatBases)),
  pboNumber: clearable(optionalText(30)),
  whyGive: clearable(optionalLines(1000)),
  lastUsedInvoiceNumber: clearable(counter),
  lastUsedMemberNumber: clearable(counter),
});

export const listCompanyInfos = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/companyinfos',
  permission: 'settings',
  summary: 'The single company record, as a list',
  reply: z.array(companyInfo),
});

export const searchCompanyInfos = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/companyinfos/search',
  permission: 'settings',
  readOnly: true,
  summary: 'The single company record, if it matches',
  body: searchBody({ name: textFilter }, ['CreatedUtc', 'Name']),
  reply: found(companyInfo),
});

export const getCompanyInfo = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/companyinfos/:id',
  permission: 'settings',
  summary: 'The company record',
  params: idParams,
  reply: companyInfo,
  versioned: companyInfoFields,
});

export const createCompanyInfo = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/companyinfos',
  permission: 'settings',
  summary: 'Always refused: there is only one record (product-rules 3.14)',
  reply: companyInfo,
  status: 201,
});

export const updateCompanyInfo = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/companyinfos/:id',
  permission: 'settings',
  summary: 'Change the company record',
  params: idParams,
  body: companyInfoForm,
  reply: companyInfo,
  versioned: companyInfoFields,
  proof: 'byValues',
});

export const deleteCompanyInfo = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/companyinfos/:id',
  permission: 'settings',
  summary: 'Always refused (product-rules 3.14)',
  params: idParams,
  status: 204,
});
