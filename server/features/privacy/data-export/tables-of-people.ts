import type { ExportedTables } from './tables/exported-table.ts';
import { membershipTables } from './tables/membership.ts';
import { moneyTables } from './tables/money.ts';
import { traceTables } from './tables/traces.ts';

/** Every table with data of a member, in the order of the file. */
export const tablesOfPeople: ExportedTables = {
  ...membershipTables,
  ...moneyTables,
  ...traceTables,
};

/** Tables without data of a member, or with data that is already in the file. */
export const otherTables: Record<string, string> = {
  ageing_notices: 'that a notice was sent; the notice itself is among the emails',
  backup_tests: 'the tests of backups',
  backups: 'files with everything, and the administrator who asked for one',
  bulk_recipient_changes: 'how many recipients bulk emails have',
  bulk_emails: 'the text sent to many people; each of them is among the recipients',
  communication_lists: 'lists, by their rules',
  company_info: 'the organisation',
  counters: 'numbers',
  daily_runs: 'days',
  erasure_salt: 'a secret',
  erasures: 'ids and hashes of people whose data was erased',
  donation_types: 'ways to donate',
  idempotency_keys: 'for a day, what an answer said that stands in the other tables',
  list_changes: 'how long lists are',
  logos: 'pictures of the organisation',
  member_statuses: 'statuses',
  member_types: 'types',
  migrations: 'the database',
  policy_violations: 'what browsers have blocked on the pages, without ids',
  rate_counts: 'for two hours, how often a call was made from a scrambled address or by a user',
  recovery_codes: 'of administrators only, scrambled',
  renewal_runs: 'the ids of members that an administrator chose; the result is an invoice',
  restores: 'when the database was restored from a backup',
  saved_searches: 'what administrators search lists for',
  sign_in_failures: 'for an hour, a scrambled address from which nobody can be read',
  two_step_secrets: 'of administrators only, encrypted',
};
