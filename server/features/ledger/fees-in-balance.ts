import { type RawBuilder, sql } from 'kysely';

/**
 * Some banks have the fee of a line in the balance, and their statements add up only with it. A statement without a balance
 * at its beginning proves nothing.
 */
export function feesAreInBalance(accountId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM bank_statements AS t CROSS JOIN LATERAL (
      SELECT sum(amount_cents + fee_cents) AS cents, sum(fee_cents) AS fees FROM bank_lines
      WHERE account_id = t.account_id AND day BETWEEN t.from_day AND t.to_day
    ) AS moved
    WHERE t.account_id = ${accountId} AND t.state = 'imported' AND moved.fees <> 0
      AND t.closing_cents = t.opening_cents + moved.cents)`;
}
