import { sql } from 'kysely';
import { owedAccount, owedAccountName } from '#contract/month-end/cash-book.ts';
import type { Day } from '#contract/days.ts';
import { accountTitle } from '#contract/month-end/ledger-accounts.ts';
import { accountClasses, type AccountKind } from '#server/features/ledger/accounts.ts';
import { readByCursor } from '#server/platform/db/lists/listing.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AccountFigures } from '../figures/read-accounts.ts';
import type { UnpostedLine } from '../figures/read-unposted.ts';
import { detailsOf, ledgerLines, owedLines } from './movement-lines.ts';
import { type BookAccount, type MovementRow, orderBy, signOf } from './movement-row.ts';

interface Asked {
  first: Day;
  last: Day;
  unposted: readonly UnpostedLine[];
  /** Bank lines are those of then. */
  at: Date;
}

/** An account of the book. Cents, in the sign in which the cash book shows it. */
export interface BookPart {
  account: BookAccount;
  of: string | null;
  title: string;
  opening: number;
}

/** Each account of the figures, in their order, then what is owed. */
export function partsOf(accounts: readonly AccountFigures[], owed: number): BookPart[] {
  return [
    ...accounts.map(({ account, of, name, opening }) => ({
      account,
      of,
      title: accountTitle(account, name),
      opening: signOf(account) * opening || 0,
    })),
    { account: owedAccount, of: null, title: owedAccountName, opening: owed },
  ];
}

const kinds = Object.keys(accountClasses) as AccountKind[];
const earned = kinds.filter((kind) => signOf(kind) === -1);
const ownSign = sql`CASE WHEN l.account = ANY (${earned}) THEN -1 ELSE 1 END`;

/** All movements of a period, one account after the other, each in its order. */
export function readBook(db: Db, { at, ...lines }: Asked): AsyncGenerator<MovementRow[], void> {
  return readByCursor(
    db,
    sql<MovementRow>`
      WITH movements AS MATERIALIZED (
        SELECT m.*, NULL::bigint AS balance FROM (
          ${ledgerLines(sql`true`, ownSign, lines)} UNION ALL ${owedLines(lines.first, lines.last)}
        ) AS m
      )
      SELECT r.* FROM (${detailsOf(sql`movements`, at)}) AS r
      ORDER BY r.account = ${owedAccount}, r.account, r.of_id NULLS FIRST, ${orderBy('r', false)}`,
    (row) => row,
  );
}
