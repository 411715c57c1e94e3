import { type RawBuilder, sql } from 'kysely';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { RetentionKind } from '#contract/privacy/retention.ts';
import { describedTables } from '../tables/tables-of-people.ts';
import * as due from './due-records.ts';
import * as erase from './erase-records.ts';

export interface Source {
  /** The table in `due`, by its alias there. */
  table: string;
  idType: 'uuid' | 'bigint';
  due: due.Due;
  erase: erase.EraseRecords;
  /** The records of one transaction. */
  batch: number;
  /** Those of one night. The others follow in the next nights. */
  most: number;
  /** Selects when the oldest record that still has a person in it was made, as `oldest`. */
  oldest: RawBuilder<unknown>;
}

const rows = { idType: 'uuid', batch: 500, most: Infinity } as const;
/** Erasing a person looks through the whole audit log. */
const persons = {
  table: 'm',
  idType: 'uuid',
  erase: erase.eraseMembers,
  batch: 1,
  most: 300,
} as const;

/** The tables whose description has the period. */
function oldRowsOf(period: RetentionKind): Source[] {
  return describedTables.flatMap(([table, { kept }]) => {
    if (kept === undefined || !('period' in kept) || kept.period !== period) return [];
    const { since, where } = kept;
    const [from, at] = [sql.table(table), sql.ref(since)];
    const idType = table === 'audit_entries' ? 'bigint' : 'uuid';
    return {
      ...rows,
      table,
      idType,
      due: ({ before }) => sql`SELECT id FROM ${from} WHERE ${where} AND ${at} < ${before}`,
      erase: erase.eraseOldRows(table, idType, kept),
      oldest: sql`SELECT min(${at}) AS oldest FROM ${from} WHERE ${where}`,
    };
  });
}

/** Where the records of a kind are. */
export const sources: Readonly<Record<RetentionKind, readonly Source[]>> = {
  formerMembers: [
    {
      ...persons,
      due: due.formerMembers,
      oldest: sql`SELECT least(
          (SELECT min(archived_at) FROM members
            WHERE archived_at IS NOT NULL AND email NOT LIKE '%@erased.invalid'),
          (SELECT m.paid_until::timestamp AT TIME ZONE 'Africa/Johannesburg'
            FROM members AS m JOIN member_statuses AS s ON s.id = m.member_status_id
            WHERE m.archived_at IS NULL AND m.paid_until IS NOT NULL
              AND s.name IN (${statusNames.expired}, ${statusNames.deactivated})
            ORDER BY m.paid_until LIMIT 1)) AS oldest`,
    },
  ],
  neverPaid: [
    {
      ...persons,
      due: due.unpaidMembers,
      oldest: sql`SELECT min(created_at) AS oldest FROM members
        WHERE archived_at IS NULL AND paid_until IS NULL`,
    },
    {
      ...rows,
      table: 'd',
      due: due.unpaidDonations,
      erase: erase.eraseUnpaidDonations,
      oldest: sql`SELECT min(created_at) AS oldest FROM donations
        WHERE first_name <> 'Erased' AND payment_id IS NULL`,
    },
  ],
  accounts: [
    {
      ...rows,
      table: 'i',
      due: due.accountInvoices,
      erase: erase.eraseAccountInvoices,
      oldest: sql`SELECT min(created_at) AS oldest FROM invoices
        WHERE payer_first_name <> 'Erased' AND NOT is_open`,
    },
    {
      ...rows,
      table: 'd',
      due: due.accountDonations,
      erase: erase.eraseAccountDonations,
      oldest: sql`SELECT min(created_at) AS oldest FROM donations
        WHERE first_name <> 'Erased' AND payment_id IS NOT NULL`,
    },
    {
      ...rows,
      table: 'p',
      due: due.accountMoney,
      erase: erase.eraseAccountMoney,
      oldest: sql`SELECT min(recorded_at) AS oldest FROM payments WHERE payer_name <> 'Erased'`,
    },
  ],
  mails: oldRowsOf('mails'),
  bulkRecipients: [
    {
      ...rows,
      table: 'r',
      due: due.oldRecipients,
      erase: erase.eraseRecipients,
      // LIMIT: otherwise the planner may read all recipients.
      oldest: sql`SELECT min(coalesce(b.completed_at, b.stopped_at)) AS oldest
        FROM bulk_emails AS b CROSS JOIN LATERAL (SELECT FROM bulk_recipients AS r
          WHERE r.bulk_email_id = b.id AND r.email NOT LIKE '%@erased.invalid' LIMIT 1) AS named`,
    },
  ],
  cardNotifications: oldRowsOf('cardNotifications'),
  auditDetails: oldRowsOf('auditDetails'),
  withdrawnConsents: oldRowsOf('withdrawnConsents'),
};
