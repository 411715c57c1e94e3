import type { Tables } from '#server/platform/db/tables.ts';
import type { Description } from './describe.ts';
import { emailTables } from './emails.ts';
import { invoiceTables } from './invoices.ts';
import { membershipTables } from './membership.ts';
import { paymentTables } from './payments.ts';
import { traceTables } from './traces.ts';

/** Every table with data of a member, in the order of the file. */
export const tablesOfPeople = {
  ...membershipTables,
  ...invoiceTables,
  ...paymentTables,
  ...emailTables,
  ...traceTables,
};

export type TableOfPeople = keyof typeof tablesOfPeople;
export const describedTables = Object.entries(tablesOfPeople) as [TableOfPeople, Description][];

/** Tables without data of a member, or with data that is already in the file. */
export const otherTables: Record<Exclude<keyof Tables, keyof typeof tablesOfPeople>, string> = {
  ageing_notices: 'that a notice was sent; the notice itself is among the emails',
  backup_tests: 'the tests of backups',
  backups: 'files with everything, and the administrator who asked for one',
  bank_accounts: 'the accounts of the organisation',
  bank_lines: 'what banks say about the accounts of the organisation; a payment is in the export',
  bank_statement_files:
    'statements of banks: evidence of the accounts, kept for five years, or 30 days if it was not imported',
  bank_statements: 'files of banks, and the administrators who imported them',
  book_settings: 'how the organisation keeps its books',
  bulk_recipient_changes: 'how many recipients bulk emails have',
  bulk_emails: 'the text sent to many people; each of them is among the recipients',
  cash_counts: 'what was in the cash box',
  cash_differences:
    'what was missing in the cash box or paid from it, and the administrators who booked it',
  closed_months: 'sums of months, and the administrators who closed them',
  communication_lists: 'lists, by their rules',
  company_info: 'the organisation',
  counters: 'numbers',
  daily_runs: 'days',
  duplicate_pairs: 'which members may be the same person, without details',
  earlier_periods:
    'periods of invoices that are in the export, as they were before money went back',
  erasure_salt: 'a secret',
  erasures: 'ids and hashes of people whose data was erased',
  donation_types: 'ways to donate',
  invoice_changes: 'amounts owed for invoices that are in the export, without names',
  import_parts: 'for 30 days at most, a file that was not imported',
  imports: 'files with many people; the row of each is in the export',
  idempotency_keys: 'for a day, what an answer said that stands in the other tables',
  ledger_entries: 'sums of payments that are in the export, without names',
  ledger_lines: 'the accounts of these sums',
  list_changes: 'how long lists are',
  logos: 'pictures of the organisation',
  member_statuses: 'statuses',
  member_types: 'types',
  members_to_compare: 'ids, for a minute',
  month_digests: 'lists of closed months, without names',
  opening_balances: 'the balances with which accounts of the organisation began',
  payout_entries: 'which card payments PayFast paid out together; the payments are in the export',
  payment_differences: 'what differs from the list of PayFast; the payments are in the export',
  policy_violations: 'what browsers have blocked on the pages, without ids',
  provider_comparisons: 'when the payments were compared, and the administrator who asked for it',
  rate_counts: 'for two hours, how often a call was made from a scrambled address or by a user',
  reconciliations: 'whether the books agree, by numbers and amounts',
  red_checks: 'which checks of the system fail',
  recovery_codes: 'of administrators only, scrambled',
  renewal_runs: 'the ids of members that an administrator chose; the result is an invoice',
  retention_periods: 'how long records are kept',
  retention_results: 'how many records were erased each day',
  earlier_sign_ins: 'ids that a user had before',
  revocations: 'how often a user has changed the password or the two-step sign-in',
  restores: 'when the database was restored from a backup',
  saved_searches: 'what administrators search lists for',
  sign_in_failures: 'for an hour, a scrambled address from which nobody can be read',
  stored_settings: 'the mail server, the PayFast account, and the administrators who entered them',
  two_step_secrets: 'of administrators only, encrypted',
};
