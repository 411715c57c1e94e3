import { type RawBuilder, sql } from 'kysely';

/**
 * The SHA-256 of the balances and the lines that the statement `s` brought. Its id is given apart: with a constant the
 * planner knows how few lines it has. Migration 0075 has the same expression. product-rules 22.8.
 */
export const statementDigest = (id: RawBuilder<unknown>) => sql<string>`
  encode(sha256(convert_to(jsonb_build_array(s.opening_cents, s.closing_cents, (
    SELECT jsonb_agg(jsonb_build_array(to_char(l.day, 'YYYY-MM-DD'), l.amount_cents, l.fee_cents, l.text,
      l.reference, l.occurrence) ORDER BY l.row_number, l.id)
    FROM bank_lines AS l WHERE l.statement_id = ${id}))::text, 'UTF8')), 'hex')`;
