import { type RawBuilder, sql } from 'kysely';
import type { Credit } from '#contract/payments/credits.ts';

/** The payments that a credit was carried from, and those that these were carried from. */
const origins = (id: RawBuilder<unknown>) => sql`
  WITH RECURSIVE origin (id) AS (
    SELECT payment_id FROM credit_uses WHERE carried_to = ${id} AND reversed_at IS NULL
    UNION ALL
    SELECT u.payment_id FROM origin AS o JOIN credit_uses AS u ON u.carried_to = o.id AND u.reversed_at IS NULL
  )`;

/** Those whose money went back, if the payer owes it. Then the credit has no money. */
export const owedOrigins = (id: RawBuilder<unknown>) => sql<{ id: string; cents: number }>`
  ${origins(id)} SELECT first.id, -first.credit_cents AS cents FROM origin AS o
  JOIN payments AS first ON first.id = o.id WHERE first.credit_cents < 0`;

/** Of the payment `p`: no money of its credit went back. What was used of such money lasts, so the database keeps its uses. */
export const hasMoney = sql<boolean>`NOT EXISTS (${origins(sql`p.id`)}
  SELECT FROM origin AS o JOIN payments AS first ON first.id = o.id WHERE first.reversed_at IS NOT NULL)`;

/** What became of the money of the credit of the payment `p`. */
export const moneyOfCredit = sql<Credit['money']>`CASE WHEN ${hasMoney} THEN 'here'
  WHEN EXISTS (${owedOrigins(sql`p.id`)}) THEN 'owed' ELSE 'wentBack' END`;
