import { formatDay, formatMoment, isDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';

/** What the forms call the fields; any other is called by its own name, taken apart. */
const fieldNames: Readonly<Record<string, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  userFirstName: 'First Name',
  userLastName: 'Last Name',
  userEmail: 'Email',
  phoneNumber: 'Phone',
  postalAddress: 'Postal address',
  zipCode: 'Zip code',
  dateOfBirth: 'Date of birth',
  memberTypeName: 'Member Type',
  memberStatusName: 'Status',
  deactivatedReason: 'Deactivated Reason',
  membershipNumber: 'Membership Number',
  signupDate: 'Signup Date',
  donationTypeName: 'Donation Type',
  invoiceNumber: 'Invoice Number',
  paymentType: 'Payment Type',
  isReceived: 'Is Paid',
  isPaid: 'Is Paid',
  receivedDate: 'Received',
  paidDate: 'Paid',
  profilePicture: 'Profile Picture',
  isFamily: 'Family',
  isRetired: 'Retired',
  swiftCode: 'SWIFT code',
};

const inRand = new Set(['amount', 'fee']);

export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The fields of an entry in words. Ids say nothing to people: the names stand beside them. */
export function changedFields(before: Values, after: Values): ChangedField[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => !isId(field) && !isToldByAnother(field, fields))
    .map((field) => ({
      name: nameOf(field),
      before: valueOf(field, before[field]),
      after: valueOf(field, after[field]),
    }))
    .filter((field) => field.before !== field.after);
}

function isId(field: string): boolean {
  return field === 'id' || /(Id|ID|Ids)$/.test(field);
}

function isToldByAnother(field: string, fields: readonly string[]): boolean {
  if (field === 'createdUtc') return true;
  return field === 'state' && (fields.includes('isPaid') || fields.includes('isReceived'));
}

function nameOf(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, (capital) => ` ${capital.toLowerCase()}`);
  return fieldNames[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** `''` for nothing. */
function valueOf(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return inRand.has(field) ? formatRand(value) : String(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isDay(value)) return formatDay(value);
  return instant.test(value) ? formatMoment(value) : value;
}
