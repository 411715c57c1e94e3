import { sql } from 'kysely';
import { type ExceptionAction, exceptionActions } from '#contract/month-end/exceptions.ts';
import { onDays } from '#server/platform/db/lists/search-rows.ts';
import type { Db } from '#server/platform/db/pool.ts';

const companyFields = [
  'bank',
  'accountNumber',
  'branchCode',
  'accountType',
  'swiftCode',
  'vatBasis',
];

/** Entries of the audit log. Of some actions only those that changed what matters. */
export const isException = sql<boolean>`(e.action = ANY (${[...exceptionActions]})
  AND (e.action <> 'voidInvoice' OR e.by_user_id IS NOT NULL)
  AND (e.action <> 'closeMonth' OR e.after ? 'despite')
  AND (e.action <> 'updateCompanyInfo' OR e.after ?| ${companyFields} OR e.before ?| ${companyFields})
  AND (e.action <> 'updateMonthEndSettings' OR e.after ?| ARRAY['showsDeferred', 'yearEndMonth'])
  AND (e.action <> 'updateInvoice' OR e.after ? 'amount')
  AND (e.action <> 'updateMemberType' OR e.after ? 'fee')
  AND (e.action <> 'recordMoney' OR e.after ? 'reportedElsewhere')
  AND (e.action <> 'countCash' OR EXISTS (SELECT FROM jsonb_each_text(e.before) WHERE value <> ''))
  AND (e.action <> 'startImport' OR EXISTS (
    SELECT FROM imports WHERE id = e.subject_id AND kind IN ('payments', 'donations')))
  AND (e.action <> 'updateUser' OR e.after ? 'roles'))`;

/** How many of each kind, in the order of the list of kinds. */
export async function countExceptions(
  db: Db,
  days: { from: string; to: string },
): Promise<{ what: ExceptionAction; count: number }[]> {
  const { rows } = await sql<{ what: ExceptionAction; count: number }>`
    SELECT e.action AS what, count(*) AS count FROM audit_entries AS e
    WHERE ${sql.join([isException, ...onDays(sql`e.at`, days)], sql` AND `)} GROUP BY e.action`.execute(
    db,
  );
  return rows.toSorted(
    (one, other) => exceptionActions.indexOf(one.what) - exceptionActions.indexOf(other.what),
  );
}
