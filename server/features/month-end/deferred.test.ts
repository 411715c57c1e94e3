import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { updateMemberType } from '#contract/member-types/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import type { Month } from '#contract/month-end/periods.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { openInvoice, rowsOf } from '#test/support/assertions.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered, tokenOf, typeId } from '#test/support/people.ts';
import { searchMovementRows } from './cash-book/search-movements.ts';
import { readPeriod } from './figures/read-period.ts';
import { readJournal } from './journal/read-journal.ts';
import { readWorkbook } from './pack/spreadsheet-file.ts';
import { sheetsOf } from './pack/write-spreadsheet.ts';
import { readPlots } from './plots/read-plots.ts';

const title = 'Deferred membership income';

/** Books with the fee of a membership from 10 March 2027 on. */
async function openBooks(shows_deferred: boolean) {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  await app.db.updateTable('book_settings').set({ shows_deferred }).execute();
  const { invoiceId } = await registered(app);
  const paidOn = '2027-03-10';
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator', paidOn });
  const as = async () => ({ token: await tokenOf(app, adminId) });
  return {
    app,
    adminId,
    close: async (month: Month) => {
      const { status } = await callApi(app, closeMonth, { body: { month } }, await as());
      assert.equal(status, 200, month);
    },
    undo: async () => {
      const id = (await rowsOf(app, invoiceId)).payments[0]?.id ?? '';
      const body = { reason: 'A mistake' };
      const { status } = await callApi(app, undoPayment, { params: { id }, body }, await as());
      assert.equal(status, 200);
    },
  };
}

async function linesOf(app: TestApp, period: string) {
  const { sections } = await readPeriod(app.ctx(), period);
  const section = sections.find((one) => one.title === title);
  return section?.lines.map(({ label, detail, amount }) => [label, detail, amount]);
}

async function earned(app: TestApp, period: string): Promise<number> {
  return Number((await linesOf(app, period))?.at(-1)?.[2]);
}

async function balanceOfJournal(app: TestApp, period: string): Promise<number> {
  const { byMonth } = await readPeriod(app.ctx(), period);
  const lines = await readJournal(app.db, byMonth);
  return lines.reduce((sum, { account, cents }) => (account === 'deferred' ? sum - cents : sum), 0);
}

test('a month opens with what was closed, and a payment that is undone later is booked late', async () => {
  const { app, close, undo } = await openBooks(true);
  app.clock.set('2027-04-02T08:00:00Z');
  await close('2027-03');
  await undo();
  assert.deepEqual(await linesOf(app, '2027-04'), [
    ['At the beginning', '', 422.95],
    ['Of the fees received, for days after the end', '', 0],
    ['Days that have passed, of earlier fees', '', 0],
    ['Booked late: what changed for closed months', '', -422.95],
    ['At the end', '', 0],
    ['Beginning and movements', 'agrees', 0],
    ['Membership fees received', '', -450],
    ['Membership fees earned', '', -27.05],
  ]);
  assert.equal(await balanceOfJournal(app, '2027-03'), 42_295);
  assert.equal(await balanceOfJournal(app, '2027-04'), -42_295);
  assert.equal(await balanceOfJournal(app, '2028'), 0);
  app.clock.set('2027-06-02T08:00:00Z');
  await close('2027-05');
  const months = ['2027-03', '2027-04', '2027-05', '2027-06'];
  let sum = 0;
  for (const month of months) sum += await earned(app, month);
  assert.equal(sum, await earned(app, '2028'));
  assert.deepEqual((await linesOf(app, '2028'))?.slice(-3), [
    ['Beginning and movements', 'agrees', 0],
    ['Membership fees received', '', 0],
    ['Membership fees earned', '', 0],
  ]);
});

test('an open month has the income that closing it leaves, beside closed months, in tables, plots and cash book', async () => {
  const { app, close } = await openBooks(true);
  app.clock.set('2027-06-02T08:00:00Z');
  await close('2027-03');
  const rowsOf = async (period: string, title: string) => {
    const { sections } = await readPeriod(app.ctx(), period);
    const table = sections.find((one) => one.title === title)?.table;
    return Object.fromEntries(table?.rows.map(({ label, amounts }) => [label, amounts]) ?? []);
  };
  // 22 days of March, 30 of April, 31 of May and 30 of June, of 366 for R450.00.
  const shown = async () => [
    (await rowsOf('2027-04', 'Income and expenses'))['Membership fees: Individual'],
    (await rowsOf('2027-05', 'Income and expenses'))['Membership fees: Individual'],
    (await rowsOf('2028', 'Income and expenses'))['Income'],
    (await rowsOf('2028', 'Trial balance'))['Deferred membership income: Individual'],
    (await readPlots(app.ctx(), '2027-06')).income[0]?.amounts.slice(-4),
  ];
  const figures = [
    [36.88, 27.05, 0, 63.93],
    [38.12, 36.88, 0, 102.05],
    [138.93, 0],
    [0, 111.88, -422.95, -311.07],
    [27.05, 36.88, 38.12, 36.88],
  ];
  const asked = { period: '2027-05', account: 'deferred' };
  const book = async () => searchMovementRows(app.ctx(), asked).page();
  assert.deepEqual(await shown(), figures);
  const { results, opening, closing } = await book();
  assert.deepEqual([opening, closing], [-386.07, -347.95]);
  assert.deepEqual(
    results.map(({ entry, bookedOn, what, moneyIn, balance }) => [
      entry,
      bookedOn,
      what,
      moneyIn,
      balance,
    ]),
    [[null, '2027-05-31', 'deferred', 38.12, -347.95]],
  );
  await close('2027-05');
  assert.deepEqual(await shown(), figures);
  assert.deepEqual((await book()).closing, -347.95);
  // A month that has not begun earns nothing yet.
  assert.equal(await linesOf(app, '2027-07'), undefined);
});

test('the days of each month earn their part, and the months add up to the year', async () => {
  const { app, close } = await openBooks(true);
  app.clock.set('2027-06-02T08:00:00Z');
  await close('2027-04');
  // 314 of the 366 days are after April.
  assert.deepEqual(await linesOf(app, '2027-04'), [
    ['At the beginning', '', 422.95],
    ['Of the fees received, for days after the end', '', 0],
    ['Days that have passed, of earlier fees', '', -36.88],
    ['At the end', '', 386.07],
    ['Beginning and movements', 'agrees', 386.07],
    ['Membership fees received', '', 0],
    ['Membership fees earned', '', 36.88],
  ]);
  const ended = await balanceOfJournal(app, '2028');
  assert.equal((await linesOf(app, '2028'))?.[3]?.[2], ended / 100);
});

test('the sheet of a year that runs is of the last month that has begun, as the figures are', async () => {
  const { app } = await openBooks(true);
  app.clock.set('2027-06-02T08:00:00Z');
  const workbook = await readWorkbook(app.ctx(), '2028');
  const sheet = sheetsOf(workbook).find(({ name }) => name === 'Deferred income');
  const rows = (await Array.fromAsync(sheet?.rows ?? [])).flat();
  const left = { kind: 'money', value: 311.07 };
  assert.equal(sheet?.header.at(-1), 'For days after 30 Jun 2027');
  assert.deepEqual(
    rows.map((row) => [row[0], row.at(-1)]),
    [
      ['INV-00001', left],
      [{ kind: 'heading', value: 'Total' }, left],
    ],
  );
  const section = workbook.figures.sections.find((one) => one.title === title);
  assert.match(section?.note ?? '', /for days after 30 Jun 2027\.$/);
});

test('deferred income that is wanted after the first month was closed is in the year', async () => {
  const { app, close } = await openBooks(false);
  app.clock.set('2027-04-02T08:00:00Z');
  await close('2027-03');
  await app.db.updateTable('book_settings').set({ shows_deferred: true }).execute();
  assert.equal(await linesOf(app, '2027-03'), undefined);
  // March earned all that it received, so the journal of April defers what is for later days.
  assert.deepEqual((await linesOf(app, '2027-04'))?.slice(0, 5), [
    ['At the beginning', '', 0],
    ['Of the fees received, for days after the end', '', 0],
    ['Days that have passed, of earlier fees', '', -36.88],
    ['Begun: earlier fees are spread over their days from this month on', '', 422.95],
    ['At the end', '', 386.07],
  ]);
  assert.equal(await balanceOfJournal(app, '2027-04'), 38_607);
  // 9 of the 366 days are after the year, of which all months have begun.
  app.clock.set('2028-02-02T08:00:00Z');
  const year = await linesOf(app, '2028');
  assert.deepEqual(year?.slice(-4), [
    ['At the end', '', 11.07],
    ['Beginning and movements', 'agrees', 11.07],
    ['Membership fees received', '', 450],
    ['Membership fees earned', '', 438.93],
  ]);
  assert.equal(await balanceOfJournal(app, '2028'), 1107);
});

test('if it is not wanted any more, the next month earns what is left, and it can be wanted again', async () => {
  const { app, close } = await openBooks(true);
  app.clock.set('2027-05-02T08:00:00Z');
  await close('2027-03');
  const march = await linesOf(app, '2027-03');
  await app.db.updateTable('book_settings').set({ shows_deferred: false }).execute();
  const april = [
    ['At the beginning', '', 422.95],
    ['Of the fees received, for days after the end', '', 0],
    ['Days that have passed, of earlier fees', '', 0],
    ['Released: fees are not spread over their days any more', '', -422.95],
    ['At the end', '', 0],
    ['Beginning and movements', 'agrees', 0],
    ['Membership fees received', '', 0],
    ['Membership fees earned', '', 422.95],
  ];
  assert.deepEqual(await linesOf(app, '2027-04'), april);
  assert.equal(await balanceOfJournal(app, '2027-04'), -42_295, 'before it is closed');
  await close('2027-04');
  assert.deepEqual(await linesOf(app, '2027-04'), april);
  assert.deepEqual(await linesOf(app, '2027-03'), march);
  assert.equal(await balanceOfJournal(app, '2027-04'), -42_295);
  assert.equal(await balanceInLedger(app), 0);
  assert.equal(await linesOf(app, '2027-05'), undefined);
  assert.deepEqual((await linesOf(app, '2028'))?.slice(3, 6), [
    ['Released: fees are not spread over their days any more', '', -422.95],
    ['At the end', '', 0],
    ['Beginning and movements', 'agrees', 0],
  ]);
  await app.db.updateTable('book_settings').set({ shows_deferred: true }).execute();
  const lines = await linesOf(app, '2027-05');
  assert.deepEqual(lines?.[0], ['At the beginning', '', 0]);
  assert.equal(lines?.[5]?.[1], 'agrees');
  app.clock.set('2027-06-02T08:00:00Z');
  await close('2027-05');
  // 283 of the 366 days are after May.
  assert.equal(await balanceInLedger(app), 34_795);
});

/** Received in advance, in cents. */
async function balanceInLedger(app: TestApp): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(-sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = 'deferred'`.execute(
    app.db,
  );
  return rows[0]?.cents ?? 0;
}

/** A fee of R1,200 of 10 January 2027 for a year. */
async function openReturned() {
  const app = await openTestApp();
  app.clock.set('2027-01-10T08:00:00Z');
  const { id: adminId } = await naledi(app);
  await app.db.updateTable('book_settings').set({ shows_deferred: true }).execute();
  const as = async () => ({ token: await tokenOf(app, adminId) });
  const params = { id: await typeId(app, 'Individual') };
  await callApi(app, updateMemberType, { params, body: { fee: 1200 } }, await as());
  const { invoiceId, memberId } = await registered(app);
  const pay = async (id: string) => {
    const reply = await callApi(
      app,
      processInvoicePayment,
      { params: { id }, body: {} },
      await as(),
    );
    assert.equal(reply.status, 200, reply.message);
  };
  await pay(invoiceId);
  return {
    app,
    /** The next year is paid in advance. */
    renew: async () => pay(await openInvoice(app, memberId, 'Individual')),
    close: async (month: Month) => {
      const reply = await callApi(app, closeMonth, { body: { month } }, await as());
      assert.equal(reply.status, 200, reply.message);
    },
    chargeBack: async (more: object = {}) => {
      const id = (await rowsOf(app, invoiceId)).payments[0]?.id ?? '';
      const body = { reason: 'Chargeback', returnedOn: '2027-02-05', ...more };
      const reply = await callApi(app, undoPayment, { params: { id }, body }, await as());
      assert.equal(reply.status, 200, reply.message);
    },
  };
}

test('money that went back in February is deferred in January, and February releases what is left', async () => {
  const { app, chargeBack, close } = await openReturned();
  app.clock.set('2027-02-06T08:00:00Z');
  await chargeBack();
  await close('2027-01');
  // 343 of the 365 days are after January.
  assert.equal(await balanceInLedger(app), 112_767);
  assert.equal(await earned(app, '2027-01'), 72.33);
  app.clock.set('2027-03-02T08:00:00Z');
  await close('2027-02');
  assert.equal(await balanceInLedger(app), 0);
  assert.deepEqual(await linesOf(app, '2027-02'), [
    ['At the beginning', '', 1127.67],
    ['Of the fees received, for days after the end', '', -1035.62],
    ['Days that have passed, of earlier fees', '', -92.05],
    ['At the end', '', 0],
    ['Beginning and movements', 'agrees', 0],
    ['Membership fees received', '', -1200],
    ['Membership fees earned', '', -72.33],
  ]);
  await assertBooksAgree(app, ['2027-01', '2027-02']);
});

for (const [what, choice] of [
  ['', undefined],
  [', also if the next year moves forward', { period: 'shortened' }],
  [', also if the membership is kept', { period: 'kept' }],
] as const) {
  test(`January is the same, whether it is closed before the chargeback is entered or after it${what}`, async () => {
    const januaries: unknown[] = [];
    for (const isClosedFirst of [true, false]) {
      const { app, renew, chargeBack, close } = await openReturned();
      if (choice !== undefined) {
        app.clock.set('2027-01-20T08:00:00Z');
        await renew();
      }
      app.clock.set('2027-02-06T08:00:00Z');
      if (isClosedFirst) await close('2027-01');
      await chargeBack(choice);
      if (!isClosedFirst) await close('2027-01');
      app.clock.set('2027-03-02T08:00:00Z');
      await close('2027-02');
      await assertBooksAgree(app, ['2027-01', '2027-02']);
      januaries.push([
        await linesOf(app, '2027-01'),
        await linesOf(app, '2027-02'),
        await balanceOfJournal(app, '2027-01'),
        await balanceOfJournal(app, '2027-02'),
      ]);
    }
    assert.deepEqual(januaries[1], januaries[0]);
  });
}
