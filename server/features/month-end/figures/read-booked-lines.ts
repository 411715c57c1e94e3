import { sql } from 'kysely';
import type { MovementKind } from '#contract/month-end/cash-book.ts';
import type { Day } from '#contract/days.ts';
import { sqlMoneyKinds } from '#server/features/ledger/accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What lines of a bank account are booked as, by the day in the books. Cents. */
export interface BookedLines {
  payouts: number;
  /** Kept in other books. Above zero. */
  dismissedIn: number;
  dismissedOut: number;
}

export const noBookedLines: BookedLines = { payouts: 0, dismissedIn: 0, dismissedOut: 0 };

/** By the id of the bank account. From the ledger alone: a line that was opened again can be removed with its statement. */
export async function readBookedLines(
  db: Db,
  first: Day,
  last: Day,
): Promise<Map<string, BookedLines>> {
  const { rows } = await sql<BookedLines & { id: string }>`
    WITH moved AS (
      SELECT e.source_id, sum(l.cents) FILTER (WHERE l.account = 'bank') AS bank,
        coalesce(-sum(l.cents) FILTER (WHERE l.account = 'elsewhere'), 0) AS elsewhere
      FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.booked_on BETWEEN ${first} AND ${last} AND e.kind IN ('payout', 'elsewhere', 'line-undone') GROUP BY 1
    )
    SELECT a.id, coalesce(sum(m.bank) FILTER (WHERE f.kind = 'payout'), 0)::bigint AS payouts,
      coalesce(sum(m.elsewhere) FILTER (WHERE f.kind = 'elsewhere' AND f.cents > 0), 0)::bigint AS "dismissedIn",
      coalesce(-sum(m.elsewhere) FILTER (WHERE f.kind = 'elsewhere' AND f.cents < 0), 0)::bigint AS "dismissedOut"
    FROM moved AS m CROSS JOIN LATERAL (
      -- As it was booked first. The entry of an undo has the sign of the other way.
      SELECT e.kind, l.of_id, l.cents FROM ledger_entries AS e
      JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'bank'
      WHERE e.source_id = m.source_id AND e.kind IN ('payout', 'elsewhere') ORDER BY e.id LIMIT 1
    ) AS f JOIN bank_accounts AS a ON a.id = f.of_id OR f.of_id IS NULL AND a.takes_eft
    GROUP BY 1`.execute(db);
  return new Map(rows.map(({ id, ...lines }) => [id, lines]));
}

const isMoney = sql`l.account IN ${sqlMoneyKinds}`;

/** Bank lines and differences of cash counts of earlier months, which were closed before these were booked. */
export interface LateLines {
  what: MovementKind;
  account: 'money' | 'interest' | 'charges';
  count: number;
  /** What it moved in the bank, in cash, or between own accounts. */
  cents: number;
}

/** Those of payments and credits are among the movements. */
export async function readLateLines(db: Db, first: Day, last: Day): Promise<LateLines[]> {
  const { rows } = await sql<LateLines>`
    SELECT e.kind AS what, l.account, count(*) AS count, sum(l.cents)::bigint AS cents
    FROM ledger_entries AS e CROSS JOIN LATERAL (
      SELECT CASE WHEN e.kind = 'charge' OR NOT bool_or(${isMoney})
          THEN min(l.account) FILTER (WHERE l.account IN ('interest', 'charges')) ELSE 'money' END AS account,
        coalesce(sum(l.cents) FILTER (WHERE ${isMoney} AND (l.cents > 0 OR e.kind NOT IN ('payout', 'deposited', 'moved'))),
          -- The fee of a line that was dismissed before fees were apart.
          -sum(l.cents) FILTER (WHERE l.account IN ('interest', 'charges'))) AS cents
      FROM ledger_lines AS l WHERE l.entry_id = e.id
    ) AS l
    WHERE l.account IS NOT NULL AND e.booked_on BETWEEN ${first} AND ${last} AND e.day < ${first}::date
      AND e.kind IN ('payout', 'deposited', 'moved', 'charge', 'transfer', 'elsewhere', 'line-undone', 'cash-difference')
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(db);
  return rows;
}
