import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { AccountKind } from '#server/features/ledger/accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { linesWith, type UnpostedLine } from './read-unposted.ts';

/** An account of the ledger in a month. Cents, debits above zero. */
export interface AccountFigures {
  account: AccountKind;
  /** The bank account or the member type, if there are several. */
  of: string | null;
  /** Of the bank account or the member type. Null: there is one of this kind. */
  name: string | null;
  opening: number;
  /** Opening balances that were entered in the month. Missing: closed by a version that counted them as debits and credits. */
  entered?: number;
  debits: number;
  /** Zero or below. */
  credits: number;
  closing: number;
}

type Opened = Pick<AccountFigures, 'account' | 'of' | 'closing'>;

interface Asked {
  first: Day;
  last: Day;
  before: readonly Opened[] | null;
  unposted: readonly UnpostedLine[];
}

/** From the balances with which the month before was closed, or from all entries before. */
export async function readAccounts(
  db: Db,
  { first, last, before, unposted }: Asked,
): Promise<AccountFigures[]> {
  const opened = JSON.stringify(before ?? []);
  const { rows } = await sql<AccountFigures>`
    SELECT b.account, b.of_id AS of, coalesce(a.bank || ' ' || a.number, t.name) AS name,
      b.opening::bigint AS opening, b.entered::bigint AS entered, b.debits::bigint AS debits, b.credits::bigint AS credits,
      (b.opening + b.entered + b.debits + b.credits)::bigint AS closing
    FROM (
      SELECT account, of_id, sum(opening) AS opening, sum(entered) AS entered, sum(debits) AS debits, sum(credits) AS credits FROM (
        SELECT account, of AS of_id, closing AS opening, 0 AS entered, 0 AS debits, 0 AS credits
        FROM jsonb_to_recordset(${opened}::jsonb) AS o (account text, of uuid, closing bigint)
        UNION ALL
        SELECT l.account, l.of_id, CASE WHEN l.booked_on < ${first} THEN l.cents ELSE 0 END,
          CASE WHEN l.booked_on >= ${first} AND l.kind = 'opening' THEN l.cents ELSE 0 END,
          CASE WHEN l.booked_on >= ${first} AND l.kind <> 'opening' THEN greatest(l.cents, 0) ELSE 0 END,
          CASE WHEN l.booked_on >= ${first} AND l.kind <> 'opening' THEN least(l.cents, 0) ELSE 0 END
        FROM ${linesWith(unposted)} AS l
        WHERE l.booked_on <= ${last} AND l.booked_on >= ${before === null ? '-infinity' : first}::date
      ) AS parts GROUP BY account, of_id
    ) AS b
    LEFT JOIN bank_accounts AS a ON b.account = 'bank' AND (a.id = b.of_id OR b.of_id IS NULL AND a.takes_eft)
    LEFT JOIN member_types AS t ON t.id = b.of_id
    WHERE (b.opening, b.entered, b.debits, b.credits) <> (0, 0, 0, 0)
    ORDER BY b.account, b.of_id NULLS FIRST`.execute(db);
  return rows;
}
