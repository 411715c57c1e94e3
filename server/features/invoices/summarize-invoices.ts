import { sql } from 'kysely';
import { dayOf, startOf } from '#contract/days.ts';
import { invoiceAges, type InvoiceSummary } from '#contract/summaries.ts';
import { addDays } from '#contract/calendar.ts';
import type { Context } from '#server/context.ts';
import { whereOpen } from './open-invoices.ts';

interface Row {
  /** The index in `invoiceAges`. `null` for paid invoices. */
  age: number | null;
  count: number;
  cents: number;
}

/** The start and end of each age group, in days before today. */
const bounds = [
  { newest: 0, oldest: 30 },
  { newest: 31, oldest: 60 },
  { newest: 61, oldest: 90 },
  { newest: 91, oldest: null },
];

/** Void invoices are neither open nor paid, so they are not counted. */
export async function summarizeInvoices({ db, at }: Context): Promise<InvoiceSummary> {
  const today = dayOf(at);
  const year = today.slice(0, 4);
  const ranges = bounds.map(({ newest, oldest }) => ({
    from: oldest === null ? null : addDays(today, -oldest),
    to: addDays(today, -newest),
  }));
  const begins = ranges.flatMap(({ from }) => (from === null ? [] : [startOf(from)]));
  const { rows } = await sql<Row>`
    SELECT age, count(*), sum(balance_cents) AS cents
    FROM (
      SELECT amount_cents - paid_cents AS balance_cents,
        (created_at < ${begins[0]})::int + (created_at < ${begins[1]})::int
          + (created_at < ${begins[2]})::int AS age
      FROM invoices AS i WHERE ${whereOpen('i')}
    ) AS unpaid
    GROUP BY age
    UNION ALL
    SELECT NULL, count(*), coalesce(sum(i.amount_cents), 0)
    FROM invoices i JOIN payments p ON p.id = i.payment_id
    WHERE p.paid_on >= ${`${year}-01-01`}
  `.execute(db);
  const sumOf = (age: number | null) => {
    const { count = 0, cents = 0 } = rows.find((row) => row.age === age) ?? {};
    return { count, amount: cents / 100 };
  };
  return {
    unpaid: invoiceAges.map((age, place) => ({
      age,
      from: ranges[place]?.from ?? null,
      // Invoices created during this query belong to today.
      to: place === 0 ? null : (ranges[place]?.to ?? null),
      ...sumOf(place),
    })),
    paid: { year, from: `${year}-01-01`, to: `${year}-12-31`, ...sumOf(null) },
  };
}
