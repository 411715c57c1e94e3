import * as z from 'zod/mini';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { dayFilter, found, searchBody, textFilter } from '#contract/search.ts';

/** After these days an event is deleted. */
export const securityRecordDays = 90;

export const securityTexts = {
  heading: 'Security Record',
  failed: 'Failed to fetch the security record',
  error: 'Error fetching the security record',
  unknown: 'Unknown address',
  times: (count: number) => `${count} times`,
  further: 'and others',
} as const;

/** The label of each kind of event. Add a label here for each new kind. */
export const securityKinds = {
  signIn: 'Signed in',
  signInFailed: 'Failed to sign in',
  signInBlocked: 'Blocked after too many failures',
  proved: 'Entered the password again',
  resetRequested: 'Asked for a password link',
  passwordReset: 'Set a password with a link',
  passwordChanged: 'Changed the password',
  sessionsEnded: 'Ended all sessions',
  administratorAdded: 'Added an administrator',
  administratorRemoved: 'Deleted an administrator',
  listDownloaded: 'Downloaded a list',
  dataDownloaded: 'Downloaded the data of a member',
  backupDownloaded: 'Downloaded a backup',
  everythingExported: 'Exported everything',
} as const;
export type SecurityKind = keyof typeof securityKinds;

const securityEvent = z.object({
  id: z.string(),
  /** The last time. */
  at: z.string(),
  firstAt: z.string(),
  /** How often within the hour. */
  count: z.int(),
  kind: z.string(),
  /** The name and address at that time; empty for an unknown address. */
  person: z.string(),
  /** The downloaded list or the changed record. */
  detail: z.string(),
  /** An IP address, or a /64 network. */
  client: z.string(),
  device: z.string(),
});
export type SecurityEvent = z.output<typeof securityEvent>;

const securityCsv = [
  { header: 'When', field: 'at', kind: 'moment' },
  { header: 'First', field: 'firstAt', kind: 'moment' },
  { header: 'Times', field: 'count' },
  { header: 'What', field: 'kind', names: securityKinds },
  { header: 'Who', field: 'person' },
  { header: 'Detail', field: 'detail' },
  { header: 'Address', field: 'client' },
  { header: 'Device', field: 'device' },
] as const satisfies CsvColumns<SecurityEvent>;

export const securityColumns = ['At', 'CreatedUtc', 'Kind', 'Person', 'Client'] as const;

export const searchSecurityEvents = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/security-record/search',
  permission: 'system',
  readOnly: true,
  summary: 'Sign-ins, password resets and downloads of the last 90 days, the newest first',
  body: searchBody(
    { kind: textFilter, person: textFilter, from: dayFilter, to: dayFilter },
    securityColumns,
  ),
  reply: found(securityEvent),
  csv: { name: 'security-record', columns: securityCsv },
});
