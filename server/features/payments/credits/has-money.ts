import { type RawBuilder, sql } from 'kysely';

/** The payments that a credit was carried from whose money went back, if the payer owes it. A credit of them has no money. */
export const owedOrigins = (id: RawBuilder<unknown>) => sql<{ id: string; cents: number }>`
  WITH RECURSIVE origin (id) AS (
    SELECT payment_id FROM credit_uses WHERE carried_to = ${id} AND reversed_at IS NULL
    UNION ALL
    SELECT u.payment_id FROM origin AS o JOIN credit_uses AS u ON u.carried_to = o.id AND u.reversed_at IS NULL
  )
  SELECT first.id, -first.credit_cents AS cents FROM origin AS o
  JOIN payments AS first ON first.id = o.id WHERE first.credit_cents < 0`;

/** Of the payment `p`: its credit has money. */
export const hasMoney = sql<boolean>`NOT EXISTS (${owedOrigins(sql`p.id`)})`;
