import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { addMonths, monthOf } from '#contract/month-end/periods.ts';
import type { AccountKind } from '#server/features/ledger/accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { readClosedFigures } from '../figures/month-figures.ts';

export interface SingleAccount {
  kind: AccountKind;
  /** The bank account or the member type. */
  of: string | null;
  /** Of all member types together. */
  isEvery: boolean;
}

/** Cents before the first day of a month: the balance with which the month before was closed, or all entries before. */
export async function readOpening(
  db: Db,
  { kind, of, isEvery }: SingleAccount,
  first: Day,
): Promise<number> {
  const closed = await readClosedFigures(db, addMonths(monthOf(first), -1));
  if (closed?.accounts !== undefined) {
    return closed.accounts
      .filter((row) => row.account === kind && (isEvery || row.of === of))
      .reduce((total, { closing }) => total + closing, 0);
  }
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(l.cents), 0)::bigint AS cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.booked_on < ${first} AND l.account = ${kind}
      AND ${isEvery ? sql`true` : sql`l.of_id IS NOT DISTINCT FROM ${of}::uuid`}`.execute(db);
  return rows[0]?.cents ?? 0;
}
