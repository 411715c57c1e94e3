import { sql } from 'kysely';
import type { BankMatch, Certainty, MatchKind } from '#contract/bank-matching/endpoints.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Payable } from '#server/features/payments/payable.ts';
import { recordOnWire } from './record-on-wire.ts';
import { recordsWithIds } from './suggestions/payable-records.ts';

/** A match with the record that its payment is of. */
export interface ReadMatch {
  lineId: string;
  isLiving: boolean;
  record: Payable | null;
  onWire: BankMatch;
}

interface Row {
  id: string;
  lineId: string;
  kind: MatchKind;
  cents: number;
  feeCents: number;
  certainty: Certainty;
  why: string;
  paymentId: string | null;
  recordId: string | null;
  payerName: string;
  matchedBy: string;
  matchedAt: Date;
  undoneBy: string | null;
  undoneAt: Date | null;
  undoneReason: string | null;
}

/** What these lines were booked as, the first match first. */
export async function readMatches(db: Db, lineIds: readonly string[]): Promise<ReadMatch[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT m.id, m.line_id AS "lineId", m.kind, m.amount_cents AS cents, m.fee_cents AS "feeCents", m.certainty, m.why,
      m.payment_id AS "paymentId", coalesce(p.invoice_id, p.donation_id) AS "recordId",
      coalesce(p.payer_name, '') AS "payerName",
      (SELECT ${fullNameOf('r')} FROM users AS r WHERE r.id = m.recorded_by) AS "matchedBy",
      m.recorded_at AS "matchedAt",
      (SELECT ${fullNameOf('c')} FROM users AS c WHERE c.id = m.reversed_by) AS "undoneBy",
      m.reversed_at AS "undoneAt", m.reversed_reason AS "undoneReason"
    FROM bank_matches AS m
    LEFT JOIN credit_uses AS u ON u.id = m.credit_use_id
    LEFT JOIN payments AS p ON p.id = coalesce(m.payment_id, u.payment_id)
    WHERE m.line_id = ANY (${lineIds}::uuid[])
    ORDER BY m.recorded_at, m.id`.execute(db);
  const ids = new Set(rows.flatMap(({ recordId }) => recordId ?? []));
  const records = new Map(
    (await recordsWithIds(db, [...ids])).map((record) => [record.id, record]),
  );
  return rows.map(({ lineId, recordId, cents, feeCents, matchedAt, undoneAt, ...row }) => {
    const record = records.get(recordId ?? '') ?? null;
    return {
      lineId,
      isLiving: undoneAt === null,
      record,
      onWire: {
        ...row,
        amount: cents / 100,
        fee: feeCents / 100,
        record: record && recordOnWire(record),
        matchedUtc: matchedAt.toISOString(),
        undoneUtc: undoneAt?.toISOString() ?? null,
      },
    };
  });
}
