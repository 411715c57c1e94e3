import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { bookTexts } from '#contract/books/endpoints.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { refundCredit } from '#contract/payments/credits.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { holdShared, untilWaiting } from '#test/support/locks.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openTestApp } from '#test/support/app.ts';
import { brokenIn } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently } from '#test/support/concurrent.ts';
import { movementsOf } from '#test/support/histories/movements.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { readMonthFigures } from './figures/month-figures.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
let people = 0;

const as = async () => ({ token: await tokenOf(app, adminId) });
const newInvoice = async () =>
  (await registered(app, { email: `month-${++people}@example.org` })).invoiceId;
const pay = async (id: string, amount: number, paidOn?: string) =>
  callApi(app, processInvoicePayment, { params: { id }, body: { amount, paidOn } }, await as());
const close = async (month: string, despiteFailures = false) =>
  callApi(app, contract.closeMonth, { body: { month, despiteFailures } }, await as());
const reopen = async (month: string, reason = 'The statement of the bank was late') =>
  callApi(app, contract.reopenMonth, { body: { month, reason } }, await as());
const figures = async (period: string) =>
  (await callApi(app, contract.getFigures, { params: { period } }, await as())).data;
const pdf = async (period: string) =>
  (await callApi(app, contract.getFiguresPdf, { params: { period } }, await as())).text;
const paymentOf = async (invoiceId: string) => (await rowsOf(app, invoiceId)).payments[0]!;
const movements = (paymentId: string) => movementsOf(app, paymentId);
/** What a section of the figures says, by the labels of its lines. */
const amounts = async (period: string, title: string) => {
  const section = (await figures(period)).sections.find((one) => one.title === title);
  return Object.fromEntries(section?.lines.map(({ label, amount }) => [label, amount]) ?? []);
};

app.clock.set('2027-03-10T09:00:00Z');
const paid = await newInvoice();
await pay(paid, 500, '2027-03-10');
const open = await newInvoice();

test('a month that is not over, and one after an open one, cannot be closed', async () => {
  app.clock.set('2027-03-31T21:59:59Z');
  const early = await close('2027-03');
  assert.deepEqual([early.status, early.message], [400, texts.notOver('2027-03')]);
  const before = await close('2027-02');
  assert.deepEqual([before.status, before.message], [409, texts.beginsLater('2027-03')]);
  app.clock.set('2027-03-31T22:00:00Z');
  const { data } = await callApi(app, contract.getMonthEnd, {}, await as());
  assert.deepEqual(
    [data.toClose, data.months.map(({ month, state }) => [month, state])],
    [
      '2027-03',
      [
        ['2027-04', 'running'],
        ['2027-03', 'open'],
      ],
    ],
  );
});

test('a closed month says for ever what it said, whatever is recorded later', async () => {
  app.clock.set('2027-04-02T09:00:00Z');
  assert.equal((await close('2027-03')).status, 200);
  const [before, drawn] = [await figures('2027-03'), await pdf('2027-03')];
  assert.ok(before.isClosed);
  assert.deepEqual((await amounts('2027-03', 'Income'))['Income'], 450);

  const late = await newInvoice();
  await pay(late, 450, '2027-03-30');
  await callApi(
    app,
    refundCredit,
    {
      params: { id: (await paymentOf(paid)).id },
      body: { amount: 50, refundedOn: '2027-03-20', reference: 'FNB 1' },
    },
    await as(),
  );
  const body = { reason: 'A mistake' };
  await callApi(app, voidInvoice, { params: { id: open }, body }, await as());
  const { status } = await callApi(
    app,
    undoPayment,
    { params: { id: (await paymentOf(late)).id }, body },
    await as(),
  );
  assert.equal(status, 200);

  assert.deepEqual(await figures('2027-03'), before);
  assert.equal(await pdf('2027-03'), drawn);
  const { figures: stored } = await app.db
    .selectFrom('closed_months')
    .select('figures')
    .executeTakeFirstOrThrow();
  const { books: _books, codes: _codes, ...kept } = stored as { books?: unknown; codes?: unknown };
  assert.deepEqual(await readMonthFigures(app.db, '2027-03'), kept);
});

test('a late payment keeps its day, and is booked on the first day of the open month', async () => {
  const late = await newInvoice();
  const { data } = await pay(late, 450, '2027-03-29');
  assert.equal(data.paidOn, '2027-03-29');
  const { id } = await paymentOf(late);
  const [booking] = await movements(id);
  assert.deepEqual([booking?.day, booking?.booked_on], ['2027-03-29', '2027-04-01']);
  assert.equal((await amounts('2027-04', 'Booked late'))['Payments'], 900);
  assert.deepEqual(await brokenIn(app, '2027-04'), []);
});

test('a payment of the open month that is undone is taken back on its own day', async () => {
  const invoice = await newInvoice();
  await pay(invoice, 450, '2027-04-02');
  const { id } = await paymentOf(invoice);
  const body = { reason: 'A mistake' };
  await callApi(app, undoPayment, { params: { id }, body }, await as());
  assert.deepEqual(
    (await movements(id)).map(({ kind, booked_on, income }) => [kind, booked_on, income]),
    [
      ['received', '2027-04-02', 45_000],
      ['undone', '2027-04-02', -45_000],
    ],
  );
});

test('while a month is closed, twenty payments are booked in it before, or in the next one', async () => {
  app.clock.set('2027-05-02T09:00:00Z');
  const invoices: string[] = [];
  for (let n = 0; n < 20; n += 1) invoices.push(await newInvoice());
  const settle = (invoice = '') => pay(invoice, 450, '2027-04-20');
  const outcomes = await concurrently(21, async (n) => {
    const reply = n === 10 ? await close('2027-04') : await settle(invoices[n > 10 ? n - 1 : n]);
    return reply.status;
  });
  for (const outcome of outcomes) {
    assert.equal(outcome.status === 'fulfilled' && outcome.value, 200);
  }
  const { rows } = await sql<{ booked: string; count: number }>`
    SELECT e.booked_on AS booked, count(*) AS count FROM ledger_entries AS e
    WHERE e.day = '2027-04-20' GROUP BY 1 ORDER BY 1`.execute(app.db);
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    20,
  );
  assert.ok(rows.every(({ booked }) => booked === '2027-04-20' || booked === '2027-05-01'));
  const inside = rows.find(({ booked }) => booked === '2027-04-20')?.count ?? 0;
  const money = await amounts('2027-04', 'Money');
  const before = 450;
  assert.equal(money['EFT'], before + 450 * inside - 50);
  assert.deepEqual(await brokenIn(app, '2027-04'), []);
  assert.deepEqual(await brokenIn(app, '2027-05'), []);
});

test('of twenty who close the month at once all succeed, and it is closed once', async () => {
  app.clock.set('2027-06-01T09:00:00Z');
  const outcomes = await concurrently(20, () => close('2027-05'));
  for (const outcome of outcomes) {
    assert.equal(outcome.status === 'fulfilled' && outcome.value.status, 200);
  }
  const rows = await app.db
    .selectFrom('closed_months')
    .selectAll()
    .where('month', '=', '2027-05-01')
    .execute();
  assert.equal(rows.length, 1);
});

test('the last closed month is reopened with a reason, and its next pack says so', async () => {
  const first = await reopen('2027-03');
  assert.deepEqual([first.status, first.message], [409, texts.notLast('2027-05')]);
  assert.equal((await reopen('2027-05', ' ')).status, 400);
  const { status, data } = await reopen('2027-05');
  assert.deepEqual([status, data.toClose, data.toReopen], [200, '2027-05', '2027-04']);
  const { about } = await app.db
    .selectFrom('mails')
    .select('about')
    .where('kind', '=', 'important-change')
    .executeTakeFirstOrThrow();
  assert.match(
    JSON.stringify(about),
    /monthReopened.*May 2027: The statement of the bank was late/,
  );
  await close('2027-05');
  const { sections, isClosed } = await figures('2027-05');
  assert.ok(isClosed);
  const [, again] = sections.at(-1)?.lines ?? [];
  assert.equal(again?.label, 'An earlier pack of May 2027');
  assert.match(again?.detail ?? '', /by Naledi Khumalo: The statement of the bank was late$/);
  const entries = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_name'])
    .where('subject_kind', '=', 'closedMonth')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    entries.slice(-3).map(({ action, subject_name }) => [action, subject_name]),
    [
      ['closeMonth', 'May 2027'],
      ['reopenMonth', 'May 2027'],
      ['closeMonth', 'May 2027'],
    ],
  );
});

test('the database books nothing into a closed month, and changes nothing that is booked', async () => {
  const noted = app.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ booked_on: string }>`
      INSERT INTO invoice_changes (booked_on, day, event, invoice_id, invoice_number, owed_cents)
      VALUES ('2027-03-15', '2027-03-15', 'issued', gen_random_uuid(), 1, 100) RETURNING booked_on`.execute(
      db,
    );
    throw new Error(rows[0]?.booked_on);
  });
  await assert.rejects(noted, { message: '2027-06-01' });
  const refused = [
    `UPDATE invoice_changes SET booked_on = '2027-03-01'`,
    'DELETE FROM invoice_changes',
    `UPDATE ledger_entries SET booked_on = '2027-03-01'`,
    'DELETE FROM ledger_lines',
    `UPDATE closed_months SET figures = '{}'`,
    `UPDATE closed_months SET month = '2027-07-01' WHERE month = '2027-05-01'`,
    `UPDATE closed_months SET reopened_at = now(), reopened_by = closed_by, reopened_reason = 'x'
     WHERE month = '2027-03-01'`,
    'DELETE FROM closed_months',
    ...['2027-01-01', '2027-07-01', '2027-05-01', '2027-06-01'].map(
      (month) => `INSERT INTO closed_months (id, month, figures, closed_at, closed_by)
        VALUES ('${randomUUID()}', '${month}', '{}', '2027-06-20', '${adminId}')`,
    ),
  ];
  for (const statement of refused) {
    await assert.rejects(
      sql.raw(statement).execute(app.db),
      /stays|order|closed_months/,
      statement,
    );
  }
});

test('books that do not agree are not closed, unless the administrator wants it', async () => {
  app.clock.set('2027-07-01T09:00:00Z');
  await sql`UPDATE counters SET last_used = last_used + 1 WHERE name = 'invoice'`.execute(app.db);
  const { status, message } = await close('2027-06');
  assert.deepEqual(
    [status, message],
    [409, texts.booksFailed({ checks: ['Numbers'], proofs: [] })],
  );
  assert.equal((await close('2027-06', true)).status, 200);
  const [, books] = (await figures('2027-06')).sections.at(-1)?.lines ?? [];
  assert.equal(books?.detail, 'these failed: Numbers');
});

test('the pack of the year names the checks that failed before a month, also while others are open', async () => {
  await app.db.transaction().execute(async (db) => {
    // A counter can only rise.
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    await sql`UPDATE counters SET last_used = last_used - 1 WHERE name = 'invoice'`.execute(db);
  });
  const factsOf = async (period: string) =>
    (await figures(period)).sections
      .at(-1)
      ?.lines.filter(({ label }) => label.startsWith('Books'))
      .map(({ label, detail }) => [label.slice(0, 17), detail]);
  assert.deepEqual(await factsOf('2028'), [['Books of Jun 2027', 'these failed: Numbers']]);
  app.clock.set('2027-08-02T09:00:00Z');
  assert.equal((await close('2027-07')).status, 200);
  assert.deepEqual(await factsOf('2028'), [['Books of Jun 2027', 'these failed: Numbers']]);
  assert.deepEqual(await factsOf('2027-07'), [['Books checked on ', 'they agreed']]);
});

test('while another process checks the books, closing waits, and closes nothing without a new check', async () => {
  app.clock.set('2027-09-02T09:00:00Z');
  const checking = await holdShared(app, 'books');
  const waited = await close('2027-08');
  assert.deepEqual([waited.status, waited.message], [409, bookTexts.busy]);
  assert.equal((await figures('2027-08')).isClosed, false);
  const closing = close('2027-08');
  await checking.release();
  assert.equal((await closing).status, 200);
  const [, books] = (await figures('2027-08')).sections.at(-1)?.lines ?? [];
  assert.equal(books?.label, 'Books checked on 2 Sep 2027, 11:00');
});

test('if a later month meets bookings that take long, the message says which months are closed', async () => {
  app.clock.set('2027-12-02T09:00:00Z');
  const before = await holdShared(app, 'closeMonth');
  const closing = close('2027-11');
  await untilWaiting(app, 1);
  // Its turn comes between the months.
  const after = holdShared(app, 'closeMonth');
  await untilWaiting(app, 2);
  await before.release();
  const { status, message } = await closing;
  await (await after).release();
  assert.deepEqual([status, message], [409, texts.closing(['2027-09'])]);
  assert.match(message, /Only Sep 2027 is closed\./);
  assert.ok((await figures('2027-09')).isClosed);
  assert.equal((await figures('2027-10')).isClosed, false);
  assert.equal((await close('2027-11')).status, 200);
});
