import { availableParallelism, loadavg } from 'node:os';

interface Exception {
  /** Rows that may be read for each member of the database. */
  perMember: number;
  /** On two cores without other work. Three times as long fails: the test is about growth, not speed. */
  ms: number;
  reason: string;
}

const summary = 'counts the records behind its figures';
const file = 'the file has all rows';
const audience = 'counts everyone on the mailing list, and the empty placeholders';
const outcomes = 'counts the recipients of each bulk email by outcome';
const trace = 'looks through the whole audit log for the address, a few times a year';
const order = 'an order of little use, without an index';
const everyMatch = 'each row matches, and the count is exact';
const short = 'one or two letters are in no index, and many rows contain them';

/** A search with a common word, and with a short one, reads the whole list. */
const searches = Object.fromEntries(
  Object.entries({
    searchMembers: 1.1,
    searchInvoices: 1.1,
    searchDonations: 1.1,
    searchUsers: 1.1,
    searchMails: 1.1,
    searchAudit: 1.1,
    searchSecurityEvents: 0.11,
    searchUnsubscribedEmails: 0.11,
    searchNotifications: 0.11,
  }).flatMap(([name, perMember]) => [
    [`${name}: a common word`, { perMember, ms: 500, reason: everyMatch }],
    [`${name}: a short word`, { perMember, ms: 500, reason: short }],
  ]),
);

/** Calls and jobs that may read more rows than `mostRows`. An unneeded entry fails the test. */
export const exceptions: Record<string, Exception> = {
  summarizeMembers: { perMember: 1.1, ms: 300, reason: summary },
  summarizeInvoices: { perMember: 0.2, ms: 300, reason: summary },
  summarizeDonations: { perMember: 2, ms: 300, reason: summary },
  'searchMembers: as a file': { perMember: 4, ms: 4000, reason: file },
  'searchInvoices: as a file': { perMember: 3, ms: 4000, reason: file },
  'searchDonations: as a file': { perMember: 3, ms: 4000, reason: file },
  ...searches,
  'searchMails: by KindName, up and down': { perMember: 2.2, ms: 600, reason: order },
  'searchMails: by Outcome, up and down': { perMember: 2.2, ms: 600, reason: order },
  'searchUnsubscribedEmails: by Reason, up and down': { perMember: 0.22, ms: 200, reason: order },
  'searchUnsubscribedEmails: by Kind, up and down': { perMember: 0.22, ms: 200, reason: order },
  'searchNotifications: by Kind, up and down': { perMember: 0.22, ms: 200, reason: order },
  'searchNotifications: by Verdict, up and down': { perMember: 0.22, ms: 200, reason: order },
  'searchBulkRecipients: to all members, by Answer': { perMember: 2.2, ms: 600, reason: outcomes },
  'previewRenewals: all': { perMember: 3, ms: 1000, reason: 'judges every member' },
  previewBulkEmail: { perMember: 5, ms: 2000, reason: audience },
  sendTestBulkEmail: { perMember: 3, ms: 1500, reason: audience },
  countRecipients: { perMember: 4, ms: 1500, reason: audience },
  // A reference check reads the hundred bulk emails for each recipient.
  processBulkEmail: { perMember: 120, ms: 8000, reason: 'adds a recipient for each member' },
  'judge-bank-lines': { perMember: 0.05, ms: 500, reason: 'judges every open line, at night' },
  'run-day': { perMember: 8, ms: 3000, reason: 'derives every status, once a day' },
  previewRetention: {
    perMember: 6,
    ms: 3000,
    reason: 'counts what the periods would erase, on a page that is opened rarely',
  },
  eraseMember: { perMember: 4, ms: 1500, reason: trace },
  eraseDonor: { perMember: 4, ms: 1500, reason: trace },
  erasePayer: { perMember: 4, ms: 1500, reason: trace },
  exportEverything: { perMember: 60, ms: 20_000, reason: 'writes everything into one file' },
  checkBooks: {
    perMember: 80,
    ms: 6000,
    reason: 'adds up every invoice and payment, and verifies every seal',
  },
  closeMonth: {
    perMember: 105,
    ms: 9000,
    reason: 'checks the books, and here closes a month before seven years of bookings',
  },
  reopenMonth: { perMember: 105, ms: 9000, reason: 'here, a month is closed before' },
  getFigures: { perMember: 2, ms: 2000, reason: 'adds up the bookings of a month' },
  getFiguresPdf: { perMember: 2, ms: 2000, reason: 'adds up the bookings of a month' },
  getFiguresSpreadsheet: { perMember: 3, ms: 4000, reason: 'lists the open invoices' },
  getJournal: { perMember: 2, ms: 2000, reason: 'adds up the bookings of a month' },
  'recount-lists': { perMember: 8, ms: 1000, reason: 'counts every list, once an hour' },
};

/**
 * A page of 100 rows reads a few rows of other tables for each. A table of one page is read whole for each bulk
 * email, once PostgreSQL has statistics of it.
 */
export const mostRows = 2000;

export const promisedMembers = 100_000;

/** What is wrong with the number of rows that it has read, or with its time. */
export function complaintOf(
  name: string,
  { rows, ms }: { rows: number; ms: number },
  members: number,
): string | null {
  const isSmall = members < promisedMembers;
  const exception = exceptions[name];
  if (exception === undefined) return rows > mostRows ? `more than ${mostRows} rows` : null;
  if (rows <= mostRows) return isSmall ? null : 'needs no exception';
  if (rows > exception.perMember * members) return 'more rows than its exception allows';
  const load = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
  return ms > 3 * exception.ms * load ? 'slower than its exception allows' : null;
}
