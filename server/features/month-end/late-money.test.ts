import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import fc from 'fast-check';
import { addDays } from '#contract/calendar.ts';
import { type Day, startOf } from '#contract/days.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { addMonths, type Month } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { postCardFees } from '#server/features/ledger/post-card-fees.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { brokenIn } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { readMonthFigures } from './figures/month-figures.ts';
import { readPeriod } from './figures/read-period.ts';
import { readJournal } from './journal/read-journal.ts';

/** Books from March 2027 on, with statements and card fees as they arrive. */
async function openBooks(app: TestApp) {
  const { id: adminId } = await naledi(app);
  const { invoiceId } = await registered(app, { email: `${randomUUID()}@example.org` });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', paidOn: '2027-03-01' });
  const accountId = randomUUID();
  await sql`INSERT INTO bank_accounts (id, bank, number, name, created_at)
    VALUES (${accountId}, 'FNB', '62000000017', '', now())`.execute(app.db);
  let numbers = 0;
  return {
    adminId,
    async close(month: Month) {
      const token = await tokenOf(app, adminId);
      // The notifications below have no payments.
      const body = { month, despiteFailures: true };
      assert.equal((await callApi(app, closeMonth, { body }, { token })).status, 200, month);
    },
    async statement(from: Day, to: Day, closing: number, lines: [Day, number][]) {
      const id = randomUUID();
      await sql`INSERT INTO bank_statements (id, account_id, file_name, sha256, state, source, layout,
          from_day, to_day, closing_cents, line_count, new_count, done, created_by, created_at, imported_by,
          imported_at)
        VALUES (${id}, ${accountId}, 'x.csv', ${id.replaceAll('-', '').repeat(2)}, 'imported', 'csv', 'absa', ${from}, ${to}, ${closing},
          ${lines.length}, ${lines.length}, ${lines.length}, ${adminId}, now(), ${adminId}, now())`.execute(
        app.db,
      );
      for (const [place, [day, cents]] of lines.entries()) {
        await sql`INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, text,
            reference, kind, normal_text, occurrence)
          VALUES (gen_random_uuid(), ${accountId}, ${id}, ${place + 1}, ${day}, ${cents}, 'x', '', '',
            ${String(++numbers)}, 1)`.execute(app.db);
      }
      return id;
    },
    async listed(providerId: string, day: Day, fee: number) {
      await sql`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents,
          fee_cents, net_cents, is_test, first_seen_at)
        VALUES (gen_random_uuid(), ${providerId}, 'FUNDS_RECEIVED', ${startOf(day)}, 45000, ${-fee}, 0,
          false, now())`.execute(app.db);
      await postCardFees(app.ctx(), [providerId]);
    },
    async message(providerId: string, day: Day, fee: number) {
      await sql`INSERT INTO card_notifications (id, kind, body, source_address, is_signed, received_at,
          provider_id, payment_status, fee_cents, verdict, judged_at)
        VALUES (gen_random_uuid(), 'donation', '', '127.0.0.1', true, ${startOf(day)}, ${providerId},
          'COMPLETE', ${fee}, 'settled', now())`.execute(app.db);
      await postCardFees(app.ctx(), [providerId]);
    },
    async compared(to: Day) {
      await sql`INSERT INTO provider_comparisons (id, night, requested_at, finished_at, from_day, to_day,
          transactions)
        VALUES (gen_random_uuid(), ${addDays(to, 1)}, ${startOf(addDays(to, 1))},
          ${startOf(addDays(to, 1))}, ${to}, ${to}, 0)`.execute(app.db);
    },
  };
}

async function linesOf(app: TestApp, period: string, title: string) {
  const { sections } = await readPeriod(app.ctx(), period);
  const section = sections.find((one) => one.title === title);
  return section?.lines.map(({ label, detail, amount }) => [label, detail, amount]);
}

test('fees that are only in messages count beside the list, and what the list has later is booked late', async () => {
  const app = await openTestApp();
  const books = await openBooks(app);
  await books.listed('1', '2027-03-05', 1000);
  await books.message('1', '2027-03-05', 1000);
  await books.message('2', '2027-03-25', 700);
  await books.compared('2027-03-19');
  app.clock.set('2027-04-02T08:00:00Z');
  const { warnings } = await readPeriod(app.ctx(), '2027-03');
  assert.deepEqual(warnings, [texts.listEnds('2027-03', '2027-03-19')]);
  await books.close('2027-03');
  assert.deepEqual((await linesOf(app, '2027-03', 'Card fees'))?.slice(1), [
    ['Fees of PayFast', '', -17],
    ['After fees', '', -17],
    ["PayFast's list", 'up to 19 Mar 2027', null],
  ]);

  // The second payment cost more than its message said, and the third had no message.
  await books.listed('2', '2027-03-25', 720);
  await books.listed('3', '2027-03-28', 300);
  await books.listed('4', '2027-04-01', 100);
  await books.compared('2027-04-01');
  assert.deepEqual((await linesOf(app, '2027-04', 'Card fees'))?.slice(1), [
    ['Fees of PayFast', '', -1],
    ['Booked late: fees of closed months', '', -3.2],
    ['After fees', '', -4.2],
    ['All card fees', '', -4.2],
    ["PayFast's list", 'up to 1 Apr 2027', null],
  ]);
  const { byMonth } = await readPeriod(app.ctx(), '2028');
  const journal = await readJournal(app.db, byMonth);
  const fees = journal.filter(({ account }) => account === 'fees');
  assert.equal(
    fees.reduce((sum, { cents }) => sum + cents, 0),
    2120,
  );
  // Nothing is booked twice.
  app.clock.set('2027-05-02T08:00:00Z');
  await books.close('2027-04');
  const may = await readMonthFigures(app.db, '2027-05');
  assert.deepEqual([may.fees.cents, may.fees.late], [0, 0]);
});

test('a statement that is imported after closing is booked late, and every balance goes on', async () => {
  const app = await openTestApp();
  const books = await openBooks(app);
  await books.statement('2027-03-01', '2027-03-15', 80_000, [['2027-03-10', 50_000]]);
  app.clock.set('2027-04-02T08:00:00Z');
  const open = await readPeriod(app.ctx(), '2027-03');
  const warning = texts.statementsEnd('2027-03', 'FNB 62000000017', '2027-03-15');
  assert.deepEqual(open.warnings, [texts.noOpening('FNB 62000000017'), warning]);
  await books.close('2027-03');
  assert.deepEqual((await linesOf(app, '2027-03', 'Bank and books'))?.slice(4, 6), [
    ['Balance at the end', '', 800],
    ['Statements', 'up to 15 Mar 2027', null],
  ]);

  const id = await books.statement('2027-03-16', '2027-04-02', 95_000, [
    ['2027-03-20', 20_000],
    ['2027-03-31', -10_000],
    ['2027-04-01', 5000],
  ]);
  assert.deepEqual((await linesOf(app, '2027-04', 'Bank and books'))?.slice(1, 10), [
    ['Balance at the beginning', '', 800],
    ['Money in', '', 50],
    ['Money out', '', 0],
    ['Booked late: money in of closed months', '', 200],
    ['Booked late: money out of closed months', '', -100],
    ['Balance at the end', '', 950],
    ['Statements', 'up to 2 Apr 2027', null],
    ['Beginning and movements', 'agrees', 950],
    ['The balance before the first statement is not known', '', null],
  ]);
  assert.deepEqual(await brokenIn(app, '2028'), []);

  app.clock.set('2027-05-02T08:00:00Z');
  await books.close('2027-04');
  assert.equal((await readMonthFigures(app.db, '2027-05')).bank[0]?.late.moneyIn, 0);
  // The statement is removed.
  await sql`DELETE FROM bank_lines WHERE statement_id = ${id}`.execute(app.db);
  await sql`DELETE FROM bank_statements WHERE id = ${id}`.execute(app.db);
  const [account] = (await readMonthFigures(app.db, '2027-05')).bank;
  assert.deepEqual(account?.late, { moneyIn: -25_000, moneyOut: 10_000, fees: 0 });
  assert.deepEqual(await brokenIn(app, '2027-05'), []);
});

const monthsOfHistory = 4;
const firstDay = '2027-03-01';
const dayInHistory = fc.integer({ min: 0, max: 119 }).map((days) => addDays(firstDay, days));
const lag = fc.integer({ min: 0, max: 50 });

test('property: however late statements and fees arrive, the months add up to all of them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(dayInHistory, fc.integer({ min: -9999, max: 9999 })), { minLength: 20 }),
      fc.array(fc.tuple(dayInHistory, lag), { minLength: 2, maxLength: 8 }),
      fc.array(fc.tuple(dayInHistory, fc.integer({ min: 0, max: 999 }), lag, fc.boolean())),
      async (amounts, ends, payments) => {
        const app = await openTestApp();
        const books = await openBooks(app);
        const lines = amounts.filter(([, cents]) => cents !== 0);
        const upTo = (day: Day) =>
          lines.reduce((sum, [on, cents]) => (on <= day ? sum + cents : sum), 0);

        const arrivals: { on: Day; arrive: () => Promise<unknown> }[] = [];
        let from = firstDay;
        let arrived = firstDay;
        const boundaries = [...new Map(ends), ['2027-06-30', 1] as const];
        for (const [to, days] of boundaries.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
          const [start, on] = [from, addDays(to, days)];
          const within = lines.filter(([day]) => day >= start && day <= to);
          // Statements are imported in their order.
          if (on > arrived) arrived = on;
          arrivals.push({
            on: arrived,
            arrive: () => books.statement(start, to, upTo(to), within),
          });
          from = addDays(to, 1);
        }
        for (const [place, [day, fee, days, hasMessage]] of payments.entries()) {
          const listed = () => books.listed(String(place), day, fee);
          arrivals.push({ on: addDays(day, days), arrive: listed });
          const message = () => books.message(String(place), day, fee);
          if (hasMessage) arrivals.push({ on: day, arrive: message });
        }

        const months = Array.from({ length: monthsOfHistory + 3 }, (_, n) =>
          addMonths('2027-03', n),
        );
        const waiting = arrivals.toSorted((one, other) => (one.on < other.on ? -1 : 1));
        for (const month of months.slice(0, -1)) {
          const closing = `${addMonths(month, 1)}-02`;
          app.clock.set(`${closing}T08:00:00Z`);
          while (waiting[0] !== undefined && waiting[0].on < closing) {
            await waiting.shift()?.arrive();
          }
          await books.close(month);
        }
        assert.equal(waiting.length, 0);

        const { byMonth } = await readPeriod(app.ctx(), '2028');
        const [fees, moved] = [
          byMonth.reduce((sum, { fees }) => sum + fees.cents + fees.late, 0),
          byMonth
            .flatMap(({ bank }) => bank)
            .reduce((sum, { moneyIn, moneyOut, late }) => {
              return sum + moneyIn + moneyOut + late.moneyIn + late.moneyOut;
            }, 0),
        ];
        assert.equal(
          fees,
          payments.reduce((sum, [, fee]) => sum + fee, 0),
        );
        assert.equal(moved, upTo('2027-12-31'));
        for (const period of [...months, '2028']) {
          assert.deepEqual(await brokenIn(app, period), [], period);
        }
        for (const [place, { bank }] of byMonth.entries()) {
          const before = byMonth[place - 1]?.bank[0]?.closing ?? undefined;
          if (before !== undefined) assert.equal(bank[0]?.opening, before);
        }
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
});
