import { formatDay, formatMoment, isDay } from '#contract/days.ts';
import { invoiceStateNames } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';

/** The field labels of the forms, in display order. Other fields use their own name. */
const fieldNames: Readonly<Record<string, string>> = {
  text: 'Search',
  name: 'Name',
  reference: 'Reference',
  invoiceNumber: 'Invoice number',
  membershipNumber: 'Membership number',
  memberTypeName: 'Member type',
  memberStatusName: 'Member status',
  statusSetBy: 'Status set by',
  deactivatedReason: 'Deactivated reason',
  title: 'Title',
  firstName: 'First name',
  userFirstName: 'First name',
  lastName: 'Last name',
  userLastName: 'Last name',
  email: 'Email',
  userEmail: 'Email',
  phone: 'Phone',
  phoneNumber: 'Phone',
  postalAddress: 'Postal address',
  zipCode: 'Zip code',
  correctedProvince: 'Province',
  dateOfBirth: 'Date of birth',
  hasConsent: "A parent's consent",
  consentUtc: 'Consent recorded',
  signupDate: 'Member since',
  invitedUtc: 'Invited',
  archivedUtc: 'Archived',
  line: 'For',
  description: 'Description',
  amount: 'Amount',
  fee: 'Fee',
  donationTypeName: 'Donation type',
  paymentType: 'Payment type',
  isReceived: 'Received',
  isPaid: 'Is Paid',
  receivedOn: 'Received on',
  paidOn: 'Paid on',
  paidBy: 'Paid by',
  bankReference: 'Bank reference',
  isFamily: 'Family',
  isRetired: 'Retired',
  isFeeConfirmed: 'Fee confirmed',
  voidReason: 'Reason for voiding',
  writtenOff: 'Written off',
  writeOffReason: 'Reason for the write-off',
  creditNote: 'Credit note',
  isDealtWith: 'Dealt with',
  swiftCode: 'SWIFT code',
  vatNumber: 'VAT registration number',
  vatBasis: 'VAT basis',
  vat: 'VAT',
  pboNumber: 'PBO number',
  whyGive: 'Why to give',
  donationPreset1: 'First amount',
  donationPreset2: 'Second amount',
  donationPreset3: 'Third amount',
  created: 'Invoices',
  importedFrom: 'Imported from',
  paidUntil: 'Paid until',
  kept: 'Number of backups kept',
  formerMembers: 'Former members (months)',
  neverPaid: 'Registrations and donations never paid (months)',
  accounts: 'Names on invoices and donations (months)',
  mails: 'Emails in Sent Mail (months)',
  bulkRecipients: 'Recipients of bulk emails (months)',
  cardNotifications: 'Messages of the card provider (months)',
  auditDetails: 'Details in the Audit Log (months)',
  withdrawnConsents: 'Withdrawn consents (months)',
  copyFolder: 'Second folder',
  isTwoStepRequired: 'Two-step sign-in is compulsory',
  twoStepRequiredFrom: 'Compulsory from',
};

const inRand = new Set([
  'amount',
  'fee',
  'writtenOff',
  'donationPreset1',
  'donationPreset2',
  'donationPreset3',
]);

export interface ChangedField {
  name: string;
  before: string;
  after: string;
  /** The entry adds it to a change, such as the reason. It did not change. */
  isNoted?: true;
}

type Values = Readonly<Record<string, unknown>>;

/** All fields of one side of an entry as text: "Phone: 082; Zip code: 0081". */
export function fieldsInWords(values: Values): string {
  return changedFields({}, values)
    .map(({ name, after }) => `${name}: ${after}`)
    .join('; ');
}

/** The changed fields of an entry, formatted. Ids are omitted because the names are included. */
export function changedFields(before: Values, after: Values): ChangedField[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const isChange = Object.keys(before).length > 0;
  return fields
    .filter((field) => !isIdField(field) && !isCoveredByOthers(field, fields))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((field) => ({
      name: nameOf(field),
      before: valueOf(field, before[field]),
      after: valueOf(field, after[field]),
      ...(isChange && !(field in before) && { isNoted: true as const }),
    }))
    .filter((field) => field.before !== field.after);
}

function isIdField(field: string): boolean {
  return field === 'id' || /(Id|ID|Ids)$/.test(field);
}

/** Fields that the label or another field covers, or that the administrator did not set. */
const omittedFields = [
  'createdUtc',
  'statusSetUtc',
  'town',
  'province',
  'hasPassword',
  'isBuiltIn',
  'profilePicture',
  'paymentSource',
  'paymentReference',
];
const moments: Readonly<Record<string, string>> = {
  paidDate: 'paidOn',
  receivedDate: 'receivedOn',
};

function isCoveredByOthers(field: string, fields: readonly string[]): boolean {
  if (omittedFields.includes(field)) return true;
  if (field === 'role') return fields.includes('roles');
  if (field in moments) return fields.includes(moments[field] ?? '');
  return field === 'state' && (fields.includes('isPaid') || fields.includes('isReceived'));
}

const order = Object.keys(fieldNames);

function placeOf(field: string): number {
  return order.includes(field) ? order.indexOf(field) : order.length;
}

function nameOf(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`);
  return fieldNames[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** `''` for an empty value. */
function valueOf(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return inRand.has(field) ? formatRand(value) : String(value);
  if (Array.isArray(value)) return value.map((one) => valueOf(field, one)).join(', ');
  if (typeof value === 'object') return inWords(value as Values);
  if (typeof value !== 'string') return '';
  if (field === 'state') return (invoiceStateNames as Record<string, string>)[value] ?? value;
  if (isDay(value)) return formatDay(value);
  return instant.test(value) ? formatMoment(value) : value;
}

/** "Open invoice: 2" for a skip reason; otherwise each field with its value. */
function inWords({ reason, count, ...others }: Values): string {
  if (typeof reason === 'string') return `${reason}: ${String(count)}`;
  return changedFields({}, others)
    .map(({ name, after }) => `${name} ${after}`)
    .join(', ');
}
