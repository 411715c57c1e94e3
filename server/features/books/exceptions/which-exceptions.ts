import { sql } from 'kysely';
import { type ExceptionAction, exceptionActions } from '#contract/month-end/exceptions.ts';
import { onDays } from '#server/platform/db/lists/search-rows.ts';
import type { Db } from '#server/platform/db/pool.ts';

const bankFields = ['bank', 'accountNumber', 'branchCode', 'accountType', 'swiftCode'];

/** Entries of the audit log. Of some actions only those that changed what matters. */
export const isException = sql<boolean>`(e.action = ANY (${[...exceptionActions]})
  AND (e.action <> 'voidInvoice' OR e.by_user_id IS NOT NULL)
  AND (e.action <> 'closeMonth' OR e.after ? 'despite')
  AND (e.action <> 'updateCompanyInfo' OR e.after ?| ${bankFields} OR e.before ?| ${bankFields})
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
