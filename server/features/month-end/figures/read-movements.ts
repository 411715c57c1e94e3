import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { ofServices } from '#contract/month-end/cash-book.ts';
import {
  sqlIncomeKinds,
  sqlKindOfMethod,
  sqlMethodOfKind,
  sqlMoneyKinds,
} from '#server/features/ledger/accounts.ts';
import { sqlPaymentEntryKinds, sqlPaysRecord } from '#server/features/ledger/post.ts';
import type { Db } from '#server/platform/db/pool.ts';

export type BookingEvent =
  | 'issued'
  | 'changed'
  | 'voided'
  | 'restored'
  | 'deleted'
  | 'received'
  | 'carried'
  | 'kept'
  | 'undone'
  | 'returned'
  | 'refunded'
  | 'dealt-with'
  | 'use-undone'
  | 'vat'
  | 'brought';

/** Changes of what is owed. */
export const invoiceEvents: BookingEvent[] = ['issued', 'changed', 'voided', 'restored', 'deleted'];

export type IncomeKind = 'membership' | 'invoice' | 'donation';

/** Entries of payments and credits, or changes of invoices, of one kind, added up. Cents. */
export interface Movement {
  event: BookingEvent;
  kind: IncomeKind | null;
  /** The name of the member type, of a membership fee. */
  type: string | null;
  method: string | null;
  /** The money came before, and was a credit. */
  isFromCredit: boolean;
  /** Its true day is in an earlier month, which was closed. */
  isLate: boolean;
  count: number;
  money: number;
  income: number;
  credits: number;
  other: number;
  owed: number;
  /** VAT that is posted, and not income. Missing: an earlier version closed the month. */
  vat?: number;
  /** Of accounts as these books began: a debit. Missing: an earlier version closed the month. */
  opening?: number;
  /** VAT within the income, and within what is owed. */
  incomeVat: number;
  owedVat: number;
}

const isIncome = sql`l.account IN ${sqlIncomeKinds}`;
const isMoney = sql`l.account IN ${sqlMoneyKinds}`;

/**
 * Where the money of an entry `e` is, or of one without money, such as a payment that waited until its invoice needed it: where
 * the last entry before it said. What is corrected later says nothing of it.
 */
export const sqlMoneyAccount = (own: RawBuilder<unknown>) => sql<string | null>`coalesce(${own}, (
  SELECT b.account FROM ledger_entries AS o JOIN ledger_lines AS b ON b.entry_id = o.id AND b.account IN ${sqlMoneyKinds}
  WHERE o.source_id = e.source_id AND o.id < e.id ORDER BY o.id DESC, b.account LIMIT 1))`;

const recordedMethod = sql`coalesce(p.method, u.refunded_by)`;
/**
 * Of an entry `e`, its money in `l`, and its payment `p` or its use `u` of a credit, in SQL. A payment that was corrected came in
 * another way than its first entries say. A card machine takes a payment back from money that is in the bank.
 */
export const sqlMethodOfEntry = sql<
  string | null
>`coalesce(CASE e.kind WHEN 'returned' THEN p.method END,
  ${sqlMethodOfKind('l.money_account')},
  CASE WHEN ${sqlKindOfMethod(recordedMethod)} = coalesce(l.money_account, 'transfer') THEN ${recordedMethod} END,
  CASE WHEN l.money_account IS NULL THEN p.method ELSE ${sql.lit(ofServices)} END)`;
/** In a closed month, whatever is corrected later: by the account of the money. What was taken back is not corrected. */
export const sqlLastingMethod = sql<
  string | null
>`coalesce(CASE e.kind WHEN 'returned' THEN p.method END,
  ${sqlMethodOfKind('l.money_account')},
  CASE WHEN l.money_account IS NOT NULL THEN ${sql.lit(ofServices)} END)`;
/**
 * Whether the money of another payment was a credit. What an import undid is deleted, and was none. What waited until its
 * own invoice needed it has its own method.
 */
export const sqlIsFromCredit = sql<boolean>`(e.kind = 'carried' AND coalesce(p.source = 'credit', true)
  OR e.kind IN ('released', 'undone', 'vat') AND coalesce(p.source = 'credit', false))`;

export async function readMovements(db: Db, first: Day, last: Day): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    WITH moved AS (
      SELECT CASE e.kind WHEN 'released' THEN 'kept' WHEN 'kept' THEN 'dealt-with' ELSE e.kind END AS event,
        l.kind, l.member_type_id, ${sqlMethodOfEntry} AS method,
        ${sqlIsFromCredit} AS from_credit,
        e.day < ${first}::date AS late, l.money, l.income, l.credits, l.other, l.vat, l.opening,
        -- What is owed of an invoice that was reported elsewhere is not in these books.
        CASE WHEN i.is_here THEN -l.paid ELSE 0 END AS owed, 0 AS owed_vat,
        -- Of a payment that is deleted, or was before the VAT within it was stored, by the rate of its invoice.
        CASE e.record_kind WHEN 'invoice' THEN coalesce(sign(l.paid) * nullif(p.vat_cents, 0),
          round(l.paid * i.vat_percent::numeric / (100 + i.vat_percent))) END AS income_vat
      FROM ledger_entries AS e JOIN (
        SELECT e.id, min(l.account) FILTER (WHERE ${isIncome}) AS kind,
          (array_agg(l.of_id) FILTER (WHERE l.account = 'membership'))[1] AS member_type_id,
          ${sqlMoneyAccount(sql`min(l.account) FILTER (WHERE ${isMoney})`)} AS money_account,
          coalesce(sum(l.cents) FILTER (WHERE ${isMoney}), 0) AS money,
          coalesce(-sum(l.cents) FILTER (WHERE ${isIncome}), 0) AS income,
          coalesce(-sum(l.cents) FILTER (WHERE l.account = 'credits'), 0) AS credits,
          coalesce(-sum(l.cents) FILTER (WHERE l.account = 'kept'), 0) AS other,
          coalesce(-sum(l.cents) FILTER (WHERE l.account = 'vat'), 0) AS vat,
          coalesce(sum(l.cents) FILTER (WHERE l.account = 'opening'), 0) AS opening,
          coalesce(-sum(l.cents) FILTER (WHERE ${sqlPaysRecord}), 0) AS paid
        FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
        WHERE e.booked_on BETWEEN ${first} AND ${last} GROUP BY e.id
      ) AS l USING (id)
      LEFT JOIN bank_matches AS m ON m.id = e.source_id
      LEFT JOIN payments AS p ON p.id = coalesce(m.payment_id, e.source_id)
      LEFT JOIN credit_uses AS u ON u.id = e.source_id
      LEFT JOIN LATERAL (
        SELECT true AS is_here, vat_percent FROM invoice_changes WHERE invoice_id = e.record_id ORDER BY id LIMIT 1
      ) AS i ON e.record_kind = 'invoice'
      WHERE e.booked_on BETWEEN ${first} AND ${last} AND e.kind IN ${sqlPaymentEntryKinds}
      UNION ALL
      SELECT event, NULL, NULL, NULL, false, day < ${first}::date, 0, 0, 0, 0, 0, 0, owed_cents,
        round(owed_cents * vat_percent::numeric / (100 + vat_percent)), 0
      FROM invoice_changes WHERE booked_on BETWEEN ${first} AND ${last}
    )
    SELECT m.event, m.kind,
      CASE m.kind WHEN 'membership' THEN coalesce(t.name, 'Former member type') END AS type,
      m.method, m.from_credit AS "isFromCredit", m.late AS "isLate", count(*) AS count,
      sum(m.money)::bigint AS money, sum(m.income)::bigint AS income, sum(m.credits)::bigint AS credits,
      sum(m.other)::bigint AS other, sum(m.owed)::bigint AS owed,
      sum(m.vat)::bigint AS vat, sum(m.opening)::bigint AS opening, coalesce(sum(m.income_vat), 0)::bigint AS "incomeVat",
      coalesce(sum(m.owed_vat), 0)::bigint AS "owedVat"
    FROM moved AS m LEFT JOIN member_types AS t ON t.id = m.member_type_id
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

export async function readDonationCount(db: Db, first: Day, last: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.booked_on BETWEEN ${first} AND ${last} AND e.record_kind = 'donation' AND l.account = 'donation'
      GROUP BY e.record_id HAVING sum(l.cents) < 0
    ) AS donations`.execute(db);
  return rows[0]?.count ?? 0;
}
