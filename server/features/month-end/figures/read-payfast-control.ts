import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ControlItem } from './bank/read-bank-control.ts';

/** What PayFast should hold at the end of a day. Cents. */
export interface PayfastControl {
  /** The balance with which it began. */
  opening: number;
  /** What came by card, less what was undone and paid back there. */
  received: number;
  /** What PayFast kept. Zero or below. */
  fees: number;
  /** What it paid out, and what else left it. Zero or below. */
  paidOut: number;
  /** Payments that no payout has, less their fees. */
  items: ControlItem[];
}

export async function readPayfastControl(db: Db, to: Day): Promise<PayfastControl> {
  return { ...(await readMoved(db, to)), items: await readNotPaidOut(db, to) };
}

const lines = sql`ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'payfast'`;

/** A payout has what PayFast kept of it, too, which is in its entry. */
async function readMoved(db: Db, to: Day): Promise<Omit<PayfastControl, 'items'>> {
  const { rows } = await sql<Omit<PayfastControl, 'items'>>`
    SELECT coalesce(sum(cents) FILTER (WHERE kind = 'opening'), 0)::bigint AS opening,
      coalesce(sum(cents) FILTER (WHERE kind NOT IN ('opening', 'card-fee', 'payout', 'line-undone', 'deposited', 'moved')), 0)::bigint AS received,
      coalesce(sum(CASE kind WHEN 'card-fee' THEN cents ELSE -kept END), 0)::bigint AS fees,
      coalesce(sum(cents + kept) FILTER (WHERE kind IN ('payout', 'line-undone', 'deposited', 'moved')), 0)::bigint AS "paidOut"
    FROM (
      SELECT e.kind, l.cents, CASE WHEN e.kind IN ('payout', 'line-undone') THEN (
        SELECT coalesce(sum(f.cents), 0) FROM ledger_lines AS f WHERE f.entry_id = e.id AND f.account = 'fees') ELSE 0 END AS kept
      FROM ${lines} WHERE e.booked_on <= ${to}
    ) AS moved`.execute(db);
  return rows[0] ?? { opening: 0, received: 0, fees: 0, paidOut: 0 };
}

async function readNotPaidOut(db: Db, to: Day): Promise<ControlItem[]> {
  const { rows } = await sql<{
    day: Day;
    cents: number;
    invoice: number | null;
    donation: number | null;
  }>`
    SELECT coalesce(m.day, p.paid_on) AS day, (m.cents + coalesce(f.cents, 0))::bigint AS cents, i.number AS invoice, d.number AS donation
    FROM (
      -- A refund at PayFast is of its payment.
      SELECT coalesce(u.payment_id, e.source_id) AS id, sum(l.cents) AS cents,
        -- As it was on the day: it can be corrected later.
        (array_agg(e.day ORDER BY e.id DESC) FILTER (WHERE e.kind = 'received'))[1] AS day
      FROM ${lines} LEFT JOIN credit_uses AS u ON u.id = e.source_id
      WHERE e.booked_on <= ${to} AND e.kind NOT IN ('opening', 'card-fee', 'payout')
      GROUP BY 1 HAVING sum(l.cents) <> 0
    ) AS m
    JOIN payments AS p ON p.id = m.id
    LEFT JOIN invoices AS i ON i.id = p.invoice_id LEFT JOIN donations AS d ON d.id = p.donation_id
    LEFT JOIN LATERAL (
      SELECT sum(l.cents) AS cents FROM ${lines}
      WHERE e.source_id = md5('card fee ' || substr(p.external_reference, 9))::uuid AND e.booked_on <= ${to}
    ) AS f ON p.source = 'payfast'
    WHERE NOT EXISTS (
      SELECT FROM payout_entries AS o JOIN bank_matches AS b ON b.id = o.match_id JOIN bank_lines AS n ON n.id = b.line_id
      WHERE 'payfast:' || o.provider_id = p.external_reference AND b.reversed_at IS NULL AND n.day <= ${to})
    ORDER BY 1, 3, 4`.execute(db);
  return rows.map(({ day, cents, invoice, donation }) => ({
    day,
    cents,
    document: documentOf(invoice === null ? 'donation' : 'invoice', invoice ?? donation),
  }));
}
