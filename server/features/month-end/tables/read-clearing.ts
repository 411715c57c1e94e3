import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { type MoneyKind, moneyKinds } from '#server/features/ledger/accounts.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ControlItem } from '../figures/bank/read-bank-control.ts';

/** What is in an account that no statement and no count proves. Cents. */
export interface Clearing {
  account: MoneyKind;
  /** Payments not matched with a bank line, the oldest first. Not more than `mostKept`. */
  items: ControlItem[];
  count: number;
  cents: number;
  /** Of payments that came before the day that was asked for. */
  heldCents: number;
}

/** PayFast pays out weekly or monthly. Money that is there for longer is in a payout that nobody matched. Others are deposited. */
export const longestHeld = 30;

const mostKept = 100;
const clearingKinds = moneyKinds.filter(
  (kind) => kind !== 'bank' && kind !== 'cash' && kind !== 'payfast',
);

interface Asked {
  to: Day;
  /** Money that came before this day is held too long. */
  heldBefore: Day;
}

/** Money that was recorded by hand in an account that only deposits empty. */
export async function readClearing(db: Db, { to, heldBefore }: Asked): Promise<Clearing[]> {
  const { rows } = await sql<{
    account: MoneyKind;
    items: (Omit<ControlItem, 'document'> & {
      kind: 'invoice' | 'donation' | null;
      number: number | null;
    })[];
    count: number;
    cents: number;
    heldCents: number;
  }>`
    SELECT account, count(*) AS count, sum(cents)::bigint AS cents,
      coalesce(sum(cents) FILTER (WHERE day < ${heldBefore}), 0)::bigint AS "heldCents",
      json_agg(json_build_object('day', day, 'cents', cents, 'kind', kind, 'number', number) ORDER BY place)
        FILTER (WHERE place <= ${sql.lit(mostKept)}) AS items
    FROM (
      SELECT *, row_number() OVER (PARTITION BY account ORDER BY day, kind, number, id) AS place FROM (
        SELECT l.account, coalesce(m.payment_id, u.payment_id, e.source_id) AS id, sum(l.cents)::bigint AS cents,
          -- As it was on the day: it can be corrected later.
          coalesce((array_agg(e.day ORDER BY e.id DESC) FILTER (WHERE e.kind = 'received'))[1], min(e.day)) AS day,
          min(e.record_kind) AS kind, min(e.record_number) AS number
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        LEFT JOIN bank_matches AS m ON m.id = e.source_id
        LEFT JOIN credit_uses AS u ON u.id = coalesce(m.credit_use_id, e.source_id)
        WHERE e.booked_on <= ${to} AND l.account = ANY (${clearingKinds})
        GROUP BY 1, 2 HAVING sum(l.cents) <> 0
      ) AS sums
    ) AS placed GROUP BY account ORDER BY account`.execute(db);
  return rows.map(({ items, ...row }) => ({
    ...row,
    items: items.map(({ day, cents, kind, number }) => ({
      day,
      cents,
      document: documentOf(kind, number),
    })),
  }));
}
