import { sql } from 'kysely';
import type { MatchKind } from '#contract/bank-matching/kinds.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { feesAreInBalance } from './fees-in-balance.ts';

/** A line of the bank with what it is booked as. */
export interface Line {
  id: string;
  /** Null: the account takes EFT. */
  bankAccountId: string | null;
  day: Day;
  /** With the sign of the line. */
  amountCents: number;
  /** Zero or below. Zero, if the balance of the bank does not count it. */
  feeCents: number;
  state: 'open' | 'matched' | 'dismissed';
  /** The ledger is in rand. */
  isRand: boolean;
  matches: Match[];
}

export interface Match {
  id: string;
  kind: MatchKind;
  amountCents: number;
  isLiving: boolean;
  /** Of the payment, or of the credit that was refunded. */
  paymentId: string | null;
  /** Whose entries say where the money is: the payment, or the refund. */
  movedBy: string | null;
  /** With the payment: its entries say on which day the money went back. */
  isReturned: boolean;
  /** What a service kept of the payment, or gave back with it. The line is smaller by that. */
  feeCents: number;
  /** Of a payment or a refund that was recorded by hand. */
  recordedOn: Day | null;
  /** What PayFast kept for the payout itself. */
  payoutFeeCents: number;
}

export async function readLines({ db }: Context, ids: readonly string[]): Promise<Line[]> {
  const { rows } = await sql<Line>`
    SELECT l.id, CASE WHEN a.takes_eft THEN NULL ELSE a.id END AS "bankAccountId", l.day,
      l.amount_cents AS "amountCents", l.state, coalesce(s.currency, 'ZAR') = 'ZAR' AS "isRand",
      CASE WHEN l.fee_cents <> 0 AND ${feesAreInBalance(sql`l.account_id`)} THEN l.fee_cents ELSE 0 END AS "feeCents",
      coalesce(m.matches, '[]') AS matches
    FROM bank_lines AS l JOIN bank_accounts AS a ON a.id = l.account_id
    JOIN bank_statements AS s ON s.id = l.statement_id
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_object('id', b.id, 'kind', b.kind, 'amountCents', b.amount_cents,
        'isLiving', b.reversed_at IS NULL, 'paymentId', coalesce(b.payment_id, u.payment_id),
        'movedBy', coalesce(b.payment_id, b.credit_use_id), 'feeCents', b.fee_cents,
        'recordedOn', CASE WHEN b.kind IN ('recorded', 'refund') THEN coalesce(p.paid_on, u.used_on) END,
        'isReturned', p.returned_on IS NOT NULL, 'payoutFeeCents', coalesce((
          SELECT sum(net_cents) - b.amount_cents FROM payout_entries WHERE match_id = b.id), 0))) AS matches
      FROM bank_matches AS b LEFT JOIN credit_uses AS u ON u.id = b.credit_use_id
      LEFT JOIN payments AS p ON p.id = b.payment_id WHERE b.line_id = l.id
    ) AS m
    WHERE l.id = ANY (${ids}::uuid[]) ORDER BY l.day, l.id`.execute(db);
  return rows;
}
