import { sql } from 'kysely';
import { dayOf, startOf } from '#contract/days.ts';
import { invoiceAges, type InvoiceSummary } from '#contract/summaries.ts';
import { addDays } from '#contract/calendar.ts';
import { daysOf, formatPeriod, monthOf, yearOf } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { sqlPaymentEntryKinds, sqlPaysRecord } from '#server/features/ledger/post.ts';
import { whereOpen } from './open-invoices.ts';

interface Row {
  /** The index in `invoiceAges`. `null` for what was paid. */
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
  const { year_end_month } = await db
    .selectFrom('book_settings')
    .select('year_end_month')
    .executeTakeFirstOrThrow();
  const period = yearOf(monthOf(today), year_end_month);
  const { first, last } = daysOf(period, year_end_month);
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
    -- The rows of the Cash Book for what is owed: money that pays invoices, less what was undone.
    SELECT NULL, count(*), coalesce(sum(e.cents), 0)
    FROM (
      SELECT e.id, e.record_id, -sum(l.cents) AS cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
      WHERE e.booked_on BETWEEN ${first} AND ${last}
        AND e.record_kind = 'invoice' AND e.kind IN ${sqlPaymentEntryKinds} AND ${sqlPaysRecord}
      GROUP BY e.id HAVING sum(l.cents) <> 0
    ) AS e WHERE EXISTS (SELECT FROM invoice_changes WHERE invoice_id = e.record_id)
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
    paid: { period, title: formatPeriod(period, year_end_month), ...sumOf(null) },
  };
}
