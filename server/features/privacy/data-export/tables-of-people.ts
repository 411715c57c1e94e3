import type { ExportedTables } from './tables/exported-table.ts';
import { membershipTables } from './tables/membership.ts';
import { moneyTables } from './tables/money.ts';
import { traceTables } from './tables/traces.ts';

/** Every table that holds something of a member, in the order in which the file is read. */
export const tablesOfPeople: ExportedTables = {
  ...membershipTables,
  ...moneyTables,
  ...traceTables,
};

/** The tables that hold nothing of a member, or nothing that is not in the file already. */
export const otherTables: Record<string, string> = {
  ageing_notices: 'that a notice was sent; the notice stands among the emails',
  bulk_emails: 'what was written to many; each of them stands among the recipients',
  communication_lists: 'lists, by their rules',
  company_info: 'the organisation',
  counters: 'numbers',
  daily_runs: 'days',
  donation_types: 'ways to donate',
  idempotency_keys: 'for a day, what an answer said that stands in the other tables',
  list_changes: 'how long lists are',
  member_statuses: 'statuses',
  member_types: 'types',
  migrations: 'the database',
  renewal_runs: 'whom an administrator chose, by numbers of ours; what came of it is an invoice',
  sign_in_failures: 'for an hour, a scrambled address from which nobody can be read',
};
