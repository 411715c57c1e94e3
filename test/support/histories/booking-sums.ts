import { sql } from 'kysely';
import type { TestApp } from '#test/support/app.ts';

/** What is booked on each day, without the days on which everything cancels out. */
export async function bookingSums({ db }: TestApp): Promise<unknown[]> {
  const income = (kind: string) =>
    sql`coalesce(sum(income_cents) FILTER (WHERE income_kind = ${kind}), 0)`;
  const { rows } = await sql`
    SELECT * FROM (
      SELECT booked_on, sum(money_cents) AS money, sum(credits_cents) AS credits,
        sum(other_cents) AS other, sum(owed_cents) AS owed, ${income('membership')} AS membership,
        ${income('invoice')} AS invoice, ${income('donation')} AS donation
      FROM bookings GROUP BY 1
    ) AS sums
    WHERE (money, credits, other, owed, membership, invoice, donation) <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY 1`.execute(db);
  return rows;
}
