import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { DonationSummary } from '#contract/summaries.ts';
import { addDays, addMonths } from '#contract/calendar.ts';
import type { Context } from '#server/context.ts';

interface Row {
  /** `null` for pending donations. */
  month: string | null;
  count: number;
  cents: number;
  elsewhere: number;
}

const monthsShown = 12;

/** Grouped by the day of payment. Months without donations are included. */
export async function summarizeDonations({ db, at }: Context): Promise<DonationSummary> {
  const thisMonth = `${dayOf(at).slice(0, 7)}-01`;
  const firsts = Array.from({ length: monthsShown }, (_, index) =>
    addMonths(thisMonth, index + 1 - monthsShown),
  );
  const { rows } = await sql<Row>`
    SELECT to_char(p.paid_on, 'YYYY-MM') AS month, count(*), sum(d.amount_cents) AS cents,
      coalesce(sum(d.amount_cents) FILTER (WHERE p.reported_elsewhere), 0) AS elsewhere
    FROM donations d JOIN payments p ON p.id = d.payment_id
    WHERE p.paid_on >= ${firsts[0]}
    GROUP BY 1
    UNION ALL
    SELECT NULL, count(*), coalesce(sum(amount_cents), 0), 0 FROM donations
    WHERE payment_id IS NULL AND withdrawn_at IS NULL
  `.execute(db);
  const sumOf = (month: string | null) => {
    const { count = 0, cents = 0 } = rows.find((row) => row.month === month) ?? {};
    return { count, amount: cents / 100 };
  };
  const elsewhereOf = (month: string) =>
    (rows.find((row) => row.month === month)?.elsewhere ?? 0) / 100;
  const months = firsts.map((from) => {
    const month = from.slice(0, 7);
    const to = addDays(addMonths(from, 1), -1);
    return { month, from, to, ...sumOf(month), elsewhere: elsewhereOf(month) };
  });
  return { months, pending: sumOf(null) };
}
