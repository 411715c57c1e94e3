import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import fc from 'fast-check';
import { addDays } from '#contract/calendar.ts';
import { type Day, dayOf } from '#contract/days.ts';
import { type AccountKindName, accountKinds, programNames } from '#contract/month-end/accounts.ts';
import { closeMonth, reopenMonth } from '#contract/month-end/endpoints.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
} from '#contract/month-end/periods.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { assertBooksAgree, brokenIn } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { movements } from '#test/support/histories/movements.ts';
import type { Picked } from '#test/support/histories/pick.ts';
import { lineKinds } from '#test/support/histories/line-steps.ts';
import {
  mergeKinds,
  openHistory,
  randomHistory,
  returnKinds,
  type Step,
} from '#test/support/histories/random-history.ts';
import { traceFigures } from '#test/support/histories/trace-figures.ts';
import { readMonthFigures, type MonthFigures } from './figures/month-figures.ts';
import { searchMovementRows } from './cash-book/search-movements.ts';
import { readPeriod } from './figures/read-period.ts';
import { journalFile } from './journal/journal-file.ts';
import { readJournal } from './journal/read-journal.ts';
import { readPlots } from './plots/read-plots.ts';
import { readMembership } from './tables/read-membership.ts';

const firstMonth = '2027-03';
const monthsOfHistory = 4;
const months = Array.from({ length: monthsOfHistory }, (_, n) => addMonths(firstMonth, n));

/** Steps in each month, some with days in months before. Answers when a month is over. */
async function liveThrough(
  app: TestApp,
  {
    userId,
    all,
    afterMonth,
  }: {
    userId: string;
    all: Step[];
    afterMonth: (month: Month, live: (some: Step[]) => Promise<void>) => Promise<void>;
  },
): Promise<void> {
  const paidOn = ({ share, which }: Picked) =>
    addDays(dayOf(app.clock.now()), -((share * 7 + which) % 45));
  const steps = openHistory(app, { userId, name: `${app.clock.now().getTime()}`, paidOn });
  const live = async (some: Step[]) => {
    for (const step of some) await steps[step.kind](step);
  };
  const each = all.length / monthsOfHistory;
  for (const [place, month] of months.entries()) {
    for (const [index, step] of all.slice(place * each, (place + 1) * each).entries()) {
      const day = String(1 + Math.floor((index * 28) / each)).padStart(2, '0');
      app.clock.set(`${month}-${day}T08:00:00Z`);
      await live([step]);
    }
    app.clock.set(`${addMonths(month, 1)}-01T08:00:00Z`);
    await afterMonth(month, live);
  }
}

/**
 * What the books say that cannot have been at the end of any day: less than nothing, or more than all, of a
 * payment, an invoice, or a credit with the payments that were made of it.
 */
async function impossibleDays(app: TestApp): Promise<unknown[]> {
  // It was refunded or used, and then the bank took the money back.
  const ifUsed = sql`CASE WHEN bool_or(b.kind = 'returned') OVER day THEN -p.amount_cents ELSE 0 END`;
  const { rows } = await sql`
    WITH RECURSIVE same_money (id, root) AS (
      SELECT id, id FROM payments AS p
      WHERE NOT EXISTS (SELECT FROM credit_uses WHERE carried_to = p.id)
      UNION ALL
      SELECT u.carried_to, m.root FROM same_money AS m JOIN credit_uses AS u ON u.payment_id = m.id
      WHERE u.carried_to IS NOT NULL
    ), sums (what, id, day, cents, least, most) AS (
      SELECT 'income', b.payment_id, b.booked_on, sum(b.income) OVER day, 0, p.amount_cents
      FROM ${movements} AS b JOIN payments AS p ON p.id = b.payment_id
      WINDOW day AS (PARTITION BY b.payment_id ORDER BY b.booked_on)
      UNION ALL
      -- What was owed before the books began is in the opening balances.
      SELECT 'money', m.root, b.booked_on, sum(b.money + b.opening) OVER day, ${ifUsed}, p.amount_cents
      FROM ${movements} AS b JOIN same_money AS m ON m.id = b.payment_id JOIN payments AS p ON p.id = m.root
      WINDOW day AS (PARTITION BY m.root ORDER BY b.booked_on)
      UNION ALL
      SELECT 'credit', m.root, b.booked_on, sum(b.credits) OVER day, ${ifUsed}, p.amount_cents
      FROM ${movements} AS b JOIN same_money AS m ON m.id = b.payment_id JOIN payments AS p ON p.id = m.root
      WINDOW day AS (PARTITION BY m.root ORDER BY b.booked_on)
      UNION ALL
      -- Each payment of an invoice, whatever day it has, counts from when the invoice needs it.
      SELECT 'paid', b.record_id, b.booked_on, sum(b.paid) OVER day, 0, i.amount_cents
      FROM ${movements} AS b JOIN invoices AS i ON i.id = b.record_id
      WINDOW day AS (PARTITION BY b.record_id ORDER BY b.booked_on)
      UNION ALL
      SELECT 'issued', b.invoice_id, b.booked_on, sum(b.owed_cents) OVER day, 0, i.amount_cents
      FROM invoice_changes AS b JOIN invoices AS i ON i.id = b.invoice_id
      WINDOW day AS (PARTITION BY b.invoice_id ORDER BY b.booked_on)
    )
    SELECT DISTINCT * FROM sums WHERE cents NOT BETWEEN least AND most ORDER BY what, id, day`.execute(
    app.db,
  );
  return rows;
}

const total = (figures: MonthFigures, of: 'income' | 'money' | 'credits') =>
  figures.movements.reduce((sum, movement) => sum + movement[of], 0);

/** Without what follows periods, bank lines, names and methods as they are: a closed month has stored it. */
async function readBooked(app: TestApp, month: Month) {
  const figures = await readMonthFigures(app.db, month);
  const {
    deferred: _d,
    bank: _b,
    counted: _c,
    membership: _m,
    membersLate: _l,
    // The payments by card of its days, however they were corrected since.
    fees: { unknown: _u, ...fees },
    movements,
    ...booked
  } = figures;
  const ofKinds = Map.groupBy(movements, ({ kind, isLate }) => `${kind} ${isLate}`);
  const sums = [...ofKinds]
    .map(([kind, some]) => {
      const add = (of: 'income' | 'money' | 'credits' | 'owed') =>
        some.reduce((sum, movement) => sum + movement[of], 0);
      return { kind, cents: [add('income'), add('money'), add('credits'), add('owed')] };
    })
    .filter(({ cents }) => cents.some((sum) => sum !== 0))
    .toSorted((one, other) => one.kind.localeCompare(other.kind));
  return {
    ...booked,
    fees,
    sums,
    accounts: booked.accounts?.map((one) => ({ ...one, name: null })),
  };
}

/** The members of the month before, with who joined and came back, less who lapsed, are those at the end. */
async function assertMembersAddUp(app: TestApp): Promise<void> {
  let before: number | undefined;
  for (const month of months) {
    const types = await readMembership(app.db, firstDayOf(month), lastDayOf(month));
    const all = (of: 'joined' | 'cameBack' | 'lapsed' | 'members') =>
      types.reduce((sum, type) => sum + type[of], 0);
    const expected = (before ?? 0) + all('joined') + all('cameBack') - all('lapsed');
    if (before !== undefined) assert.equal(all('members'), expected, `members of ${month}`);
    before = all('members');
  }
}

/** What closing the month changes, without opening balances. An open month has it as if it were closed. */
async function readEarned(app: TestApp, month: Month) {
  const { byMonth } = await readPeriod(app.ctx(), month);
  const year = await readPeriod(app.ctx(), month.slice(0, 4));
  const book = searchMovementRows(app.ctx(), { period: month, account: 'membership' });
  const { moneyIn, moneyOut, closing } = await book.page();
  const isOfFees = (account: string) => account === 'membership' || account === 'deferred';
  return {
    results: byMonth[0]?.results,
    accounts: byMonth[0]?.accounts?.filter(({ account }) => isOfFees(account)),
    deferred: byMonth[0]?.deferred,
    yearAccounts: year.combined.accounts?.filter(({ account }) => isOfFees(account)),
    year: year.sections.find(({ title }) => title === 'Income and expenses')?.table,
    plots: await readPlots(app.ctx(), month),
    book: [moneyIn, moneyOut, closing],
  };
}

/** Money of a day before its invoice counts from the day of the invoice. */
const sqlIssuedOn = sql`(i.created_at AT TIME ZONE 'Africa/Johannesburg')::date`;

/** Parts of invoices that were voided later: they paid until that day, and are credits since. */
async function releasedParts(app: TestApp) {
  const { rows } = await sql<{
    account: string;
    paidOn: Day;
    voidedOn: Day;
    day: Day;
    cents: number;
  }>`
    SELECT l.account, greatest(p.paid_on, ${sqlIssuedOn}) AS "paidOn", (i.voided_at AT TIME ZONE 'Africa/Johannesburg')::date AS "voidedOn",
      e.day, sum(l.cents)::bigint AS cents
    FROM payments AS p JOIN ledger_entries AS e ON e.source_id = p.id AND e.day <> p.paid_on
    JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account IN ('membership', 'invoice', 'donation')
    LEFT JOIN invoices AS i ON i.id = p.invoice_id
    WHERE p.reversed_at IS NULL AND e.day IS DISTINCT FROM ${sqlIssuedOn} GROUP BY 1, 2, 3, 4, p.id HAVING sum(l.cents) <> 0`.execute(
    app.db,
  );
  for (const { day, voidedOn, cents } of rows) assert.ok(day === voidedOn && cents > 0);
  return rows;
}

/** Sums of the payments and refunds as they are, by their own days. */
async function sumsOfRecords(app: TestApp, month: Month) {
  const inMonth = (day: string) => monthOf(day) === month;
  const payments = await app.db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .select(['p.paid_on', 'p.amount_cents', 'p.counted_cents', 'p.source', 'p.donation_id'])
    .select(['i.member_type_id', 'p.reported_elsewhere'])
    .select(sql<Day>`greatest(p.paid_on, ${sqlIssuedOn})`.as('counts_on'))
    .where('p.reversed_at', 'is', null)
    .execute();
  const uses = await app.db
    .selectFrom('credit_uses')
    .select(['used_on', 'amount_cents'])
    .where('reversed_at', 'is', null)
    .where('kind', '=', 'refund')
    .execute();
  const counting = payments.filter(({ counts_on }) => inMonth(counts_on));
  const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  const released = (await releasedParts(app)).flatMap(({ account, paidOn, day, cents }) =>
    account === 'membership' ? [inMonth(paidOn) ? cents : 0, inMonth(day) ? -cents : 0] : [],
  );
  const received = payments.filter(
    (p) => inMonth(p.paid_on) && p.source !== 'credit' && !p.reported_elsewhere,
  );
  const refunded = uses.filter(({ used_on }) => inMonth(used_on));
  return {
    donations: add(counting.filter((p) => p.donation_id !== null).map((p) => p.counted_cents)),
    fees:
      add(counting.filter((p) => p.member_type_id !== null).map((p) => p.counted_cents)) +
      add(released),
    money: add(received.map((p) => p.amount_cents)) - add(refunded.map((use) => use.amount_cents)),
  };
}

test('property: while no month is closed, the figures are the sums of the records by their days', async () => {
  const app = await openTestApp();
  const { id: userId } = await naledi(app);
  await fc.assert(
    fc.asyncProperty(randomHistory(80, mergeKinds), async (all) => {
      await liveThrough(app, {
        userId,
        all,
        afterMonth: async () => {
          // Payments of January, too, because a day can be 45 days before.
          for (const month of [addMonths(firstMonth, -2), addMonths(firstMonth, -1), ...months]) {
            const figures = await readMonthFigures(app.db, month);
            const sums = await sumsOfRecords(app, month);
            const income = (kind: string) =>
              figures.movements
                .filter((movement) => movement.kind === kind)
                .reduce((sum, movement) => sum + movement.income, 0);
            assert.deepEqual(
              {
                donations: income('donation'),
                fees: income('membership'),
                money: total(figures, 'money'),
              },
              sums,
              month,
            );
            assert.deepEqual(await brokenIn(app, month), [], month);
            await traceFigures(app, month);
          }
          assert.deepEqual(await brokenIn(app, '2027'), []);
          assert.deepEqual(await impossibleDays(app), []);
        },
      });
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

test('property: closed months keep their figures, all sums agree, and journals balance to the cent', async () => {
  const app = await openTestApp();
  const { id: userId } = await naledi(app);
  await app.db.updateTable('book_settings').set({ shows_deferred: true }).execute();
  const closed = new Map<Month, Awaited<ReturnType<typeof readBooked>>>();
  const token = () => tokenOf(app, userId);
  const close = async (month: Month) => {
    const open = await readEarned(app, month);
    const reply = await callApi(app, closeMonth, { body: { month } }, { token: await token() });
    if (reply.status !== 200) await assertBooksAgree(app, [month], reply.message);
    assert.equal(reply.status, 200, reply.message);
    assert.deepEqual(await readEarned(app, month), open, month);
    closed.set(month, await readBooked(app, month));
  };
  const reopen = async (month: Month) => {
    const body = { month, reason: 'A payment was forgotten' };
    const { status } = await callApi(app, reopenMonth, { body }, { token: await token() });
    assert.equal(status, 200);
    closed.delete(month);
  };
  const payFee = async (month: Month) => {
    // Before its invoice a payment is a credit.
    const now = app.clock.now();
    app.clock.set(`${month}-20T08:00:00Z`);
    const { invoiceId } = await registered(app, { email: `paid-${month}@example.org` });
    app.clock.set(now.toISOString());
    await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', paidOn: `${month}-20` });
    return invoiceId;
  };
  // A month before the first booking is never closed.
  app.clock.set(`${firstMonth}-01T08:00:00Z`);
  await registered(app, { email: 'first@example.org' });
  let late = 0;
  let paid = '';
  const kinds = [...lineKinds, ...returnKinds];
  await fc.assert(
    fc.asyncProperty(
      randomHistory(120, kinds),
      randomHistory(20 * monthsOfHistory, kinds),
      async (all, others) => {
        await liveThrough(app, {
          userId,
          all,
          async afterMonth(month, live) {
            // A month stays open for another one, as in an office.
            const last = addMonths(month, -1);
            if (last >= firstMonth) {
              await close(last);
              const place = 20 * months.indexOf(month);
              await live(others.slice(place, place + 10));
              await reopen(last);
              await live(others.slice(place + 10, place + 20));
              assert.deepEqual(await impossibleDays(app), []);
              paid = await payFee(last);
              assert.deepEqual(await brokenIn(app, last), [], last);
              await close(last);
            }
            for (const [one, figures] of closed) {
              assert.deepEqual(await readBooked(app, one), figures, one);
            }
            for (const one of months) {
              assert.deepEqual(await brokenIn(app, one), [], one);
              await traceFigures(app, one);
            }
            await assertMembersAddUp(app);
          },
        });
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );

  // A random history need not have a period that ends after its month was closed.
  const id = (await rowsOf(app, paid)).payments[0]?.id ?? '';
  const body = { reason: 'A mistake' };
  const undone = await callApi(
    app,
    undoPayment,
    { params: { id }, body },
    { token: await token() },
  );
  assert.equal(undone.status, 200, undone.message);

  const all = [
    addMonths(firstMonth, -2),
    addMonths(firstMonth, -1),
    ...months,
    addMonths(firstMonth, 4),
  ];
  const figures: MonthFigures[] = [];
  for (const month of all) figures.push((await readPeriod(app.ctx(), month)).byMonth[0]!);
  for (const { movements } of figures) late += movements.filter(({ isLate }) => isLate).length;
  assert.ok(late > 0, 'nothing was booked late');
  for (const [place, { credits, owed, deferred }] of figures.entries()) {
    const before = figures[place - 1];
    if (before === undefined) continue;
    assert.deepEqual(
      [credits.opening, owed.opening, deferred?.opening],
      [before.credits.closing, before.owed.closing, before.deferred?.closing],
    );
  }
  assert.ok(
    figures.some(({ deferred }) => deferred?.moved?.late !== 0),
    'no period of a closed month has changed',
  );
  const counted = await app.db
    .selectFrom('payments')
    .select(({ fn }) => fn.sum<number>('counted_cents').as('cents'))
    .where('reversed_at', 'is', null)
    .executeTakeFirstOrThrow();
  assert.equal(
    figures.reduce((sum, month) => sum + total(month, 'income'), 0),
    counted.cents,
  );

  const lines = await readJournal(app.db, figures);
  assert.ok(lines.length > 20);
  for (const [entry, ofEntry] of Map.groupBy(lines, (line) => line.entry)) {
    assert.equal(
      ofEntry.reduce((sum, { cents }) => sum + cents, 0),
      0,
      entry,
    );
  }
  const balanceOf = (account: AccountKindName) =>
    lines.reduce((sum, line) => (line.account === account ? sum - line.cents : sum), 0);
  assert.equal(balanceOf('credits'), figures.at(-1)?.credits.closing);
  assert.equal(balanceOf('deferred'), figures.at(-1)?.deferred?.closing);
  for (const program of programNames) {
    const file = journalFile(program, lines, { accounts: accountKinds, taxRate: 'No VAT' });
    assert.equal(file.split('\r\n').length, lines.length + 2);
  }
});
