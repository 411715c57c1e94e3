import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** The kinds of record with a period, in the order in which a night erases them. product-rules 19.6. */
export const retentionKinds = [
  'formerMembers',
  'neverPaid',
  'accounts',
  'mails',
  'bulkRecipients',
  'cardNotifications',
  'auditDetails',
  'withdrawnConsents',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

interface Kind {
  title: string;
  hint: string;
  /** For counting. */
  one: string;
  many: string;
  usualMonths: number;
  leastMonths: number;
}

export const kindsOfRecord: Readonly<Record<RetentionKind, Kind>> = {
  formerMembers: {
    title: 'Former members',
    hint: 'Counted from the end of the last membership, or from the day on which the member was archived. The person is erased as with Erase. Only Expired, Deactivated and archived members are erased. A sign-in within 90 days keeps the person, and so does a payment, a donation or a consent within the period.',
    one: 'former member',
    many: 'former members',
    usualMonths: 60,
    leastMonths: 1,
  },
  neverPaid: {
    title: 'Registrations and donations never paid',
    hint: 'Counted from the day of the registration or donation. The person who registered is erased as with Erase. The donation loses the name and the address.',
    one: 'unpaid registration or donation',
    many: 'unpaid registrations and donations',
    usualMonths: 12,
    leastMonths: 1,
  },
  accounts: {
    title: 'Names on invoices and donations',
    hint: 'On paid and void invoices, received donations and money without either, counted from the end of the tax year (the last day of February). Numbers, amounts and days stay. Tax law wants the names for five years, so the period cannot be shorter. A company has to keep them for seven.',
    one: 'invoice or donation',
    many: 'invoices and donations',
    usualMonths: 60,
    leastMonths: 60,
  },
  mails: {
    title: 'Emails in Sent Mail',
    hint: 'Address, name and subject. What remains is that an email was sent, of which kind and when.',
    one: 'email',
    many: 'emails',
    usualMonths: 24,
    leastMonths: 1,
  },
  bulkRecipients: {
    title: 'Recipients of bulk emails',
    hint: 'Counted from the end of the bulk email. The numbers of recipients stay. The link to unsubscribe in such an old email no longer works.',
    one: 'recipient of a bulk email',
    many: 'recipients of bulk emails',
    usualMonths: 24,
    leastMonths: 1,
  },
  cardNotifications: {
    title: 'Messages of the card provider',
    hint: 'The message with name and address. Reference, amount and outcome stay.',
    one: 'message of the card provider',
    many: 'messages of the card provider',
    usualMonths: 60,
    leastMonths: 1,
  },
  auditDetails: {
    title: 'Details in the Audit Log',
    hint: 'The name of the record, and its values before and after. The administrator, the kind of change and its time stay. Changes of the settings stay whole.',
    one: 'audit log entry',
    many: 'audit log entries',
    usualMonths: 84,
    leastMonths: 1,
  },
  withdrawnConsents: {
    title: 'Withdrawn consents',
    hint: 'Counted from the day of the withdrawal. Consents that hold stay, and so does the wish to get no bulk email.',
    one: 'withdrawn consent',
    many: 'withdrawn consents',
    usualMonths: 60,
    leastMonths: 1,
  },
};

const mostMonths = 1200;

/** The periods that cannot be changed here. */
export const fixedPeriods = [
  { label: 'Security record', value: '90 days' },
  { label: 'Sign-ins and password links', value: 'one day after their end' },
  { label: 'Registrations that wait for a returning member', value: '30 days' },
  { label: 'Failed sign-ins', value: 'one hour, without the address' },
  { label: 'Unsubscribed addresses', value: 'for ever, so that they get no bulk email' },
  { label: 'Files of imported bank statements', value: 'five years, as evidence of the accounts' },
  { label: 'Backups', value: 'the number set under System, Backups' },
] as const;

export const retentionTexts = {
  title: 'How long records are kept',
  intro:
    'Personal details may be kept only as long as they are needed. Every night at 02:15, details that are older than these periods are erased. This cannot be undone.',
  notSaved: 'These periods erase nothing until you save them.',
  saved: 'Periods saved. They apply from tomorrow.',
  savedAt: (when: string) => `Saved on ${when}.`,
  open: 'Set the periods',
  amount: 'Keep for',
  unit: 'Unit',
  units: { months: 'months', years: 'years', forEver: 'for ever' },
  period: (months: number | null) =>
    months === null ? 'for ever' : `${months} ${months === 1 ? 'month' : 'months'}`,
  save: 'Save',
  wrong: 'Please enter a whole number of at least 1.',
  tooLong: 'Please enter at most 100 years, or choose for ever.',
  tooShort: 'Tax law requires five years. Please enter at least 5 years or 60 months.',
  counting: 'Counting…',
  countFailed: 'The records could not be counted. You can save all the same.',
  countAgain: 'Count again',
  due: (kind: RetentionKind, count: number) =>
    count === 0
      ? 'Today this would erase nothing.'
      : `Today this would erase ${countedRecords(kind, count)}.`,
  askSave: 'Save these periods?',
  askBody: (parts: string) => `From tomorrow they erase ${parts}. This cannot be undone.`,
  askUncounted:
    'The records were not counted. From tomorrow these periods erase what is older. This cannot be undone.',
  confirm: 'Save and erase',
  cancel: 'No, cancel',
  fixed: 'Other periods',
  fixedHint: 'These cannot be changed here.',
  report: 'What was erased',
  reportEmpty: 'Nothing has been erased yet.',
  failed: 'The periods could not be loaded. Please try again.',
  reportFailed: 'The report could not be loaded. Please try again.',
  overdue:
    'The periods have not been applied for two days. Look at System Check, or ask the person who runs the application.',
  nothing: 'Nothing was old enough.',
  erased: (count: number) => `${count} erased`,
  unfinished: 'not finished',
  leftOver: (count: number) => `${count} left for a later day`,
  oldestLeft: (when: string) => `the oldest left is of ${when}`,
} as const;

/** "3 former members". */
export function countedRecords(kind: RetentionKind, count: number): string {
  const { one, many } = kindsOfRecord[kind];
  return `${count} ${count === 1 ? one : many}`;
}

/** An object with a value for each kind. */
function forEachKind<T>(valueOf: (kind: RetentionKind) => T): Record<RetentionKind, T> {
  const entries = retentionKinds.map((kind) => [kind, valueOf(kind)]);
  return Object.fromEntries(entries) as Record<RetentionKind, T>;
}

const months = (kind: RetentionKind) => {
  const { leastMonths } = kindsOfRecord[kind];
  const least = leastMonths > 1 ? retentionTexts.tooShort : retentionTexts.wrong;
  return z.optional(
    z.nullable(
      z
        .int(retentionTexts.wrong)
        .check(z.gte(leastMonths, least), z.lte(mostMonths, retentionTexts.tooLong)),
    ),
  );
};

/** In months. An omitted field keeps its value, `null` is for ever. product-rules 1.17. */
export const retentionForm = z.object(forEachKind(months));

const periods = z.object(forEachKind(() => z.nullable(z.int())));
export type RetentionPeriods = z.output<typeof periods>;

const retention = z.extend(periods, {
  /** `null`: no administrator has saved the periods, so nothing is erased. */
  savedUtc: z.nullable(z.string()),
});
export type Retention = z.output<typeof retention>;

const kind = z.enum(retentionKinds);

const result = z.object({
  day: z.string(),
  kind,
  erased: z.int(),
  /** Old enough, and left for a later day: a credit, for example, is dealt with first. */
  leftOver: z.int(),
  oldestLeftUtc: z.nullable(z.string()),
  isFinished: z.boolean(),
});
export type RetentionResult = z.output<typeof result>;

/** The days in the report. */
export const reportedDays = 14;

const report = z.object({
  /** The latest day first. */
  results: z.array(result),
  /** The periods were not applied for two days. */
  isOverdue: z.boolean(),
});
export type RetentionReport = z.output<typeof report>;

export const getRetention = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/retention',
  permission: 'settings',
  summary: 'How many months each kind of record is kept; null is for ever',
  reply: retention,
  versioned: retentionKinds,
});

export const updateRetention = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/retention',
  permission: 'settings',
  summary:
    'Set how long each kind of record is kept; older details are erased from the next night on',
  body: retentionForm,
  reply: retention,
  versioned: retentionKinds,
  proof: 'byValues',
});

export const previewRetention = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/retention/preview',
  permission: 'settings',
  readOnly: true,
  summary: 'How many records these periods would erase today; nothing is erased',
  body: retentionForm,
  reply: z.object(forEachKind(() => z.int())),
});

export const getRetentionReport = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/retention/report',
  permission: 'settings',
  summary: 'What the last days erased, and whether the daily run is late',
  reply: report,
});
