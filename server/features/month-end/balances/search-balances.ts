import { type RawBuilder, sql } from 'kysely';
import { dayOf, type Day } from '#contract/days.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type { Balance, searchBalances } from '#contract/month-end/balances.ts';
import type { Context } from '#server/context.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import { limitOffset } from '#server/platform/db/lists/list-query.ts';
import { type Listing, readByCursor } from '#server/platform/db/lists/listing.ts';
import { isGiven } from '#server/platform/db/lists/search-rows.ts';
import { matchingWords } from '#server/platform/db/lists/search-words.ts';
import { owedOn, sqlCreditOf } from '../figures/read-balances.ts';

type Filters = BodyOf<typeof searchBalances>;

interface Row {
  key: string;
  kind: 'debtor' | 'creditor';
  person: string;
  recordKind: 'invoice' | 'donation' | null;
  recordNumber: number | null;
  recordId: string | null;
  day: Day;
  age: number;
  cents: number;
}

/** The records as they are, less what was booked since: the sums are those of Month End. */
export function searchBalanceRows(
  { db, at }: Pick<Context, 'db' | 'at'>,
  filters: Filters,
): Omit<Listing<Balance>, 'page'> & { page(): Promise<ReplyOf<typeof searchBalances>> } {
  const day = isGiven(filters.day) ? filters.day : dayOf(at);
  const matches = sql`matches AS MATERIALIZED (
    SELECT *, (${day}::date - day)::int AS age FROM (${debtors(day)} UNION ALL ${creditors(day)}) AS b
    WHERE ${sql.join([sql`true`, ...conditionsOf(filters)], sql` AND `)})`;
  const order = orderOf(filters);
  return {
    page: async () => {
      const { limit, offset } = limitOffset(filters);
      const { rows } = await sql<Partial<Row> & Sums>`
        WITH ${matches}, page AS (SELECT * FROM matches ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
        SELECT s.*, r.* FROM (
          SELECT count(*) AS total, coalesce(sum(cents) FILTER (WHERE kind = 'debtor'), 0)::bigint AS debtors,
            coalesce(sum(cents) FILTER (WHERE kind = 'creditor'), 0)::bigint AS creditors FROM matches
        ) AS s LEFT JOIN page AS r ON true ORDER BY ${order}`.execute(db);
      const { total = 0, debtors: owedToUs = 0, creditors: owedByUs = 0 } = rows[0] ?? {};
      return {
        results: rows.flatMap((row) =>
          'key' in row && row.key !== null ? [onWire(row as Row)] : [],
        ),
        totalCount: total,
        day,
        debtors: owedToUs / 100,
        creditors: owedByUs / 100,
      };
    },
    every: () =>
      readByCursor(db, sql<Row>`WITH ${matches} SELECT * FROM matches ORDER BY ${order}`, onWire),
  };
}

interface Sums {
  total: number;
  debtors: number;
  creditors: number;
}

const debtors = (day: Day) => sql`
  SELECT concat('i', o.invoice_id) AS key, 'debtor' AS kind,
    trim(concat(i.payer_first_name, ' ', i.payer_last_name)) AS person, 'invoice' AS "recordKind",
    o.number AS "recordNumber", i.id AS "recordId", o.issued_on AS day, o.cents
  FROM (${owedOn(day)}) AS o LEFT JOIN invoices AS i ON i.id = o.invoice_id`;

/** What each payment has as a credit. Less than nothing: it was used, and the money went back. */
export const creditors = (day: Day) => sql`
  SELECT concat('p', p.id) AS key, 'creditor' AS kind,
    coalesce(p.payer_name, nullif(trim(concat(i.payer_first_name, ' ', i.payer_last_name)), ''),
      trim(concat(d.first_name, ' ', d.last_name))) AS person,
    CASE WHEN i.id IS NOT NULL THEN 'invoice' WHEN d.id IS NOT NULL THEN 'donation' END AS "recordKind",
    coalesce(i.number, d.number) AS "recordNumber", coalesce(i.id, d.id) AS "recordId", p.paid_on AS day, c.cents
  FROM (
    SELECT payment_id, sum(cents)::bigint AS cents FROM (
      SELECT id AS payment_id, credit_cents AS cents FROM payments WHERE credit_cents <> 0
      UNION ALL
      SELECT ${sqlCreditOf}, l.cents
      FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'credits' AND e.booked_on > ${day}
    ) AS parts GROUP BY payment_id HAVING sum(cents) <> 0
  ) AS c
  LEFT JOIN payments AS p ON p.id = c.payment_id
  LEFT JOIN invoices AS i ON i.id = p.invoice_id
  LEFT JOIN donations AS d ON d.id = p.donation_id`;

function conditionsOf({ kind, text }: Filters): RawBuilder<boolean>[] {
  const words = sql<string>`fold(concat_ws(' ', b.person, lpad(b."recordNumber"::text, 5, '0'),
    to_char(abs(b.cents) / 100.0, 'FM999999990.00')))`;
  return [
    ...(isGiven(kind) ? [sql<boolean>`b.kind = ${kind}`] : []),
    ...matchingWords(words, text),
  ];
}

const columns = { day: 'day', person: 'person', amount: 'cents' } as const;

function orderOf({ sortBy, sortDescending }: Filters): RawBuilder<unknown> {
  const asked = isGiven(sortBy) ? sortBy.toLowerCase() : 'day';
  const column = sql.ref(columns[asked as keyof typeof columns]);
  const direction = sortDescending === true ? sql`DESC` : sql`ASC`;
  return sql`${column} ${direction}, key ${direction}`;
}

function onWire({ key, kind, person, recordKind, recordNumber, ...row }: Row): Balance {
  return {
    id: key,
    kind: kind === 'creditor' && row.cents < 0 ? 'returned' : kind,
    person,
    document: documentOf(recordKind, recordNumber),
    recordKind: row.recordId === null ? null : recordKind,
    recordId: row.recordId,
    day: row.day,
    age: row.age,
    amount: row.cents / 100,
  };
}
