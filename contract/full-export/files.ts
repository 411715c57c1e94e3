import type { CsvColumn } from '#contract/csv.ts';
import {
  day,
  email,
  type ExportColumn,
  firstName,
  lastName,
  memberId,
  money,
  number,
  phone,
  text,
  type,
  yesNo,
} from './columns.ts';
import { creditUses, donations, invoices, payments } from './money-columns.ts';

const memberTypes = [
  text('name', 'Name', 'The name of the type.'),
  text('description', 'Description', 'What visitors read about it.'),
  money('fee', 'Fee', 'The fee of a year. 0.00 is a free type.'),
  yesNo('isFamily', 'Family', 'Whether relatives can belong to the membership.'),
  day('retiredOn', 'Retired on', 'Since then it is no longer offered.'),
];

const memberStatuses = [
  text('name', 'Name', 'The name of the status.'),
  yesNo('isBuiltIn', 'Built in', 'No: the organisation added it.'),
];

const members = [
  text('memberId', 'Member id', 'Identifies the member in the other files.'),
  number,
  text('title', 'Title', 'Title.'),
  firstName,
  lastName,
  email,
  phone('phone', 'Phone', 'Phone number.'),
  text('postalAddress', 'Postal address', 'Postal address. It can have several lines.'),
  text('zipCode', 'Zip code', 'Zip code, with its leading zeros.'),
  type,
  text('status', 'Status', 'The status on the day of the export.'),
  day('statusSetOn', 'Status set by hand on', 'Empty: the status follows from the memberships.'),
  text('deactivatedReason', 'Deactivated reason', 'Why the member was deactivated.'),
  day('memberSince', 'Member since', 'The day of signing up.'),
  day('paidUntil', 'Paid until', 'The last day of the last membership period.'),
  day('archivedOn', 'Archived on', 'The member was deleted then and is kept for the accounts.'),
  day('signInRemovedOn', 'Sign-in removed on', 'Empty: the member can be invited to sign in.'),
  text('mergedInto', 'Merged into', 'The id of the member that this record became part of.'),
];

const relatives = [
  text('relativeId', 'Relative id', 'Identifies the relative.'),
  memberId,
  number,
  text('seat', 'Seat', '1 to 4: the place in the family. Empty for one who has turned 19.'),
  firstName,
  lastName,
  email,
  day('dateOfBirth', 'Date of birth', 'Date of birth.'),
  day('agedOutOn', 'Turned 19 on', 'Since then the relative is no longer covered.'),
  text('consentWords', 'Consent of the parent', 'What the parent agreed to.'),
  day('consentOn', 'Parent agreed on', 'The day of that consent.'),
  text('consentSource', 'Parent agreed at', 'registration, profile or office.'),
];

const periods = [
  text('periodId', 'Period id', 'Identifies the membership period.'),
  memberId,
  number,
  day('startsOn', 'Starts on', 'The first day.'),
  day('endsOn', 'Ends on', 'The last day.'),
  text('anchorDay', 'Renewal day', 'The day of the month, 1 to 31, on which the periods renew.'),
  type,
  money('fee', 'Fee', 'What was paid for it.'),
  text('invoiceNumber', 'Invoice number', 'The invoice whose payment added it.'),
  yesNo('isByHand', 'Entered by hand', 'Yes: an administrator entered it without a payment.'),
];

const consents = [
  text('consentId', 'Consent id', 'Identifies the consent.'),
  email,
  text('purpose', 'Purpose', 'news or appeals (requests for donations).'),
  text('words', 'Words', 'What the person agreed to.'),
  text('consentSource', 'Source of consent', 'Where: registration, donation, profile or another.'),
  day('givenOn', 'Agreed on', 'The day of the consent.'),
  day('withdrawnOn', 'Withdrawn on', 'Empty: it is still given.'),
  yesNo(
    'isBesideAnother',
    'Beside another',
    'Yes: it counts for nothing, because members were merged or it was never confirmed.',
  ),
];

const suppressions = [
  email,
  text('kind', 'Kind', 'Unsubscribed or Refused (by the mail server).'),
  text('reason', 'Reason', 'The answer of the mail server.'),
  day('day', 'Date', 'Since then the address gets no bulk emails.'),
];

const mails = [
  day('createdOn', 'Day', 'The day on which it was queued.'),
  text('kind', 'Kind', 'What it is about, such as invoice or receipt.'),
  text('email', 'To', 'The address.'),
  text('name', 'Name', 'The name of the recipient.'),
  text('subject', 'Subject', 'Its subject. The text is not stored.'),
  text('state', 'State', 'Sent, Failed, Cancelled or Waiting.'),
  day('sentOn', 'Sent on', 'The day on which it was sent.'),
];

const companyInfo = [
  text('name', 'Name', 'The organisation.'),
  email,
  phone('phone', 'Phone', 'Phone number.'),
  text('address', 'Address', 'Postal address.'),
  text('bank', 'Bank', 'Where payers send money.'),
  text('accountType', 'Account type', 'Account type.'),
  text('branchCode', 'Branch code', 'Branch code.'),
  text('accountNumber', 'Account number', 'Account number.'),
  text('swiftCode', 'SWIFT code', 'SWIFT code.'),
  text('notes', 'Notes', 'Notes on invoices.'),
  day('yearEnd', 'Membership expiry date', 'Every membership ends on its day and month, if set.'),
  text('vatNumber', 'VAT number', 'VAT number.'),
  text('pboNumber', 'PBO number', 'Number of the public benefit organisation.'),
];

/** The columns of each file, by the name of the file without `.csv`. They are in the zip in this order. */
export const exportFiles = {
  'company-info': companyInfo,
  'member-types': memberTypes,
  'member-statuses': memberStatuses,
  members,
  relatives,
  invoices,
  periods,
  donations,
  payments,
  'credit-uses': creditUses,
  consents,
  'suppressed-addresses': suppressions,
  mails,
} as const satisfies Record<string, readonly ExportColumn[]>;
export type ExportFile = keyof typeof exportFiles;

/** Describes all columns of all files. A zip with it is an export. */
export const exportIndex = 'columns.csv';
export const exportReadme = 'README.txt';

/** What columns.csv itself has. */
export const indexColumns = [
  { header: 'File', field: 'file' },
  { header: 'Column', field: 'header' },
  { header: 'Meaning', field: 'meaning' },
  { header: 'Format', field: 'format' },
] as const satisfies readonly CsvColumn[];
