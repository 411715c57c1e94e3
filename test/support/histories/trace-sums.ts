import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { owedAccount } from '#contract/month-end/cash-book.ts';
import { type Month, monthOf } from '#contract/month-end/periods.ts';
import { accountClasses } from '#server/features/ledger/accounts.ts';
import { summarizeDonations } from '#server/features/donations/summarize-donations.ts';
import { summarizeInvoices } from '#server/features/invoices/summarize-invoices.ts';
import { searchMovementRows } from '#server/features/month-end/cash-book/search-movements.ts';
import { readOwedOn } from '#server/features/month-end/figures/read-balances.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { readJournal } from '#server/features/month-end/journal/read-journal.ts';
import { readPlots } from '#server/features/month-end/plots/read-plots.ts';
import type { TestApp } from '../app.ts';

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const cents = (rand: number) => Math.round(rand * 100);

/** Accounts that the journal calls as the ledger does. */
const sameNames = [
  'bank',
  'cash',
  'transit',
  'credits',
  'deferred',
  'vat',
  'membership',
  'invoice',
  'donation',
  'interest',
  'charges',
  'fees',
] as const;

/** Sums that are no lines of the figures: plots, journal, the file of the cash book, and the summary of invoices. */
export async function traceSums(app: TestApp, month: Month): Promise<void> {
  const ctx = app.ctx();
  const { combined, byMonth } = await readPeriod(ctx, month);
  const { results = [], accounts = [], movements } = combined;
  const plots = await readPlots(ctx, month);
  const income = results.filter(({ account }) => accountClasses[account] === 'income');
  assert.equal(
    cents(plots.income[0]?.amounts.at(-1) ?? 0),
    sumOf(income.map((result) => result.month)),
    `plot of income, ${month}`,
  );
  assert.equal(
    cents(sumOf(plots.moneyIn.map(({ amounts }) => amounts.at(-1) ?? 0))),
    sumOf(movements.map(({ money }) => money)),
    `plot of money, ${month}`,
  );
  const journal = await readJournal(app.db, byMonth);
  for (const name of sameNames) {
    const moved = accounts.filter(({ account }) => account === name);
    assert.equal(
      sumOf(journal.flatMap((line) => (line.account === name ? line.cents : []))),
      sumOf(moved.map(({ entered = 0, debits, credits }) => entered + debits + credits)),
      `journal of ${name}, ${month}`,
    );
  }
  let file = 0;
  for await (const rows of searchMovementRows(ctx, { period: month, account: 'all' }).every())
    file += sumOf(rows.map(({ moneyIn, moneyOut }) => cents((moneyIn ?? 0) - (moneyOut ?? 0))));
  assert.equal(file, 0, `file of all accounts, ${month}`);
  await traceInvoices(app);
  await traceDonations(app);
}

/** Invoices that were reported elsewhere are not in the books. */
async function traceInvoices(app: TestApp): Promise<void> {
  const { unpaid, paid } = await summarizeInvoices(app.ctx());
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(amount_cents - paid_cents), 0)::bigint AS cents FROM invoices
    WHERE reported_elsewhere AND is_open`.execute(app.db);
  const owed = await readOwedOn(app.db, dayOf(app.clock.now()));
  assert.equal(
    cents(sumOf(unpaid.map(({ amount }) => amount))) - (rows[0]?.cents ?? 0),
    sumOf(owed.map((row) => row.cents)),
    'summary of invoices',
  );
  const filters = { period: paid.period, account: owedAccount, what: 'payments' } as const;
  const book = await searchMovementRows(app.ctx(), filters).page();
  assert.deepEqual(
    [paid.count, cents(paid.amount)],
    [book.totalCount, cents(book.moneyOut - book.moneyIn)],
    'paid invoices',
  );
}

/** By the month in which they were received: the ledger has them on that day, too. What was reported elsewhere is not there. */
async function traceDonations(app: TestApp): Promise<void> {
  const { months } = await summarizeDonations(app.ctx());
  const { rows } = await sql<{ month: Month; cents: number }>`
    SELECT to_char(e.day, 'YYYY-MM') AS month, -sum(l.cents)::bigint AS cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'donation' GROUP BY 1`.execute(
    app.db,
  );
  const posted = new Map(rows.map(({ month, cents: sum }) => [month, sum]));
  for (const { from, amount } of months) {
    if (from === null) continue;
    assert.equal(cents(amount), posted.get(monthOf(from)) ?? 0, `donations of ${from}`);
  }
}
