import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import {
  type PaymentMethod,
  type RefundMethod,
  refundMethods,
} from '#contract/payments/payment-details.ts';
import { undoWriteOff, writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { postRefunds } from '#server/features/ledger/post-refunds.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { readJournal } from '#server/features/month-end/journal/read-journal.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { storeMessage } from '#test/support/books/settle.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';
import { addTransaction } from '#test/support/payfast/comparing.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const bank = openMatching(app, token);

async function credit(amount: number, paidBy: PaymentMethod = 'EFT'): Promise<string> {
  const body = { payerName: 'Koos Nel', amount, paidOn: '2027-03-01', paidBy };
  return (await callApi(app, credits.recordMoney, { body }, as)).data.id;
}

/** The id of the refund. */
async function refund(id: string, amount: number, refundedBy?: RefundMethod): Promise<string> {
  const body = { amount, refundedOn: '2027-03-08', refundedBy };
  const { status, message } = await callApi(
    app,
    credits.refundCredit,
    { params: { id }, body },
    as,
  );
  assert.equal(status, 200, message);
  const { id: useId } = await app.db
    .selectFrom('credit_uses')
    .select('id')
    .where('payment_id', '=', id)
    .orderBy('recorded_at', 'desc')
    .executeTakeFirstOrThrow();
  return useId;
}

/** What is posted of these sources and where, in cents, without what cancels out. */
async function posted(sourceIds: readonly string[]) {
  const { rows } = await sql<{ day: string; account: string; cents: number }>`
    SELECT e.day, l.account, sum(l.cents)::bigint AS cents
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.source_id = ANY (${sourceIds}::uuid[]) GROUP BY 1, 2 HAVING sum(l.cents) <> 0 ORDER BY 1, 2`.execute(
    app.db,
  );
  return rows.map(({ day, account, cents }) => [day, account, cents]);
}

const accounts: Record<RefundMethod, string> = {
  EFT: 'bank',
  Cash: 'cash',
  'Credit Card': 'payfast',
  'World Remit': 'transfer',
  Wise: 'transfer',
  'Card Machine': 'cardMachine',
  SnapScan: 'snapScan',
  Cheque: 'cheque',
  Other: 'other',
};

for (const method of refundMethods) {
  test(`a refund by ${method} leaves the account of its method, and each list names it`, async () => {
    const isByCard = method === 'Credit Card' || method === 'Card Machine';
    const id = await credit(100, isByCard ? method : 'EFT');
    const useId = await refund(id, 40, method);
    const account = accounts[method];
    const day = '2027-03-08';
    assert.deepEqual(
      await posted([useId]),
      [
        [day, account, -4000],
        [day, 'credits', 4000],
      ].toSorted((one, other) => String(one[1]).localeCompare(String(other[1]))),
    );
    const { data: found } = await callApi(
      app,
      credits.searchCredits,
      { body: { pageSize: 100 } },
      as,
    );
    const use = found.results.find((one) => one.id === id)?.uses[0];
    assert.equal(use?.refundedBy, method);
    const body = { period: '2027-03', what: 'refunded', method };
    const book = await callApi(app, searchMovements, { body }, as);
    assert.deepEqual(
      book.data.results.map(({ moneyOut, method: named }) => [moneyOut, named]),
      [[40, method]],
    );
    const audit = await callApi(app, searchAudit, { body: { action: 'refundCredit' } }, as);
    assert.equal(audit.data.results[0]?.after?.['refundedBy'], method);
    await assertBooksAgree(app, ['2027-03']);
  });
}

for (const refundedBy of ['Credit Card', 'Card Machine'] as const) {
  test(`what did not come by ${refundedBy} is not paid back there`, async () => {
    const params = { id: await credit(25) };
    const body = { amount: 10, refundedOn: '2027-03-08', refundedBy };
    const { status, errors } = await callApi(app, credits.refundCredit, { params, body }, as);
    const message = credits.creditTexts.notByCard(refundedBy);
    assert.deepEqual([status, errors], [400, [{ field: 'refundedBy', message }]]);
  });
}

test('a credit that was carried on is of the machine only if nobody knows how its money came', () => {
  const offered = (method: PaymentMethod) =>
    credits.refundMethodsOf({ method, source: 'credit' }).includes('Card Machine');
  assert.deepEqual(
    ['Cash', 'EFT', 'Card Machine'].map((one) => offered(one as PaymentMethod)),
    [false, true, true],
  );
});

test('of two refunds of an amount, only as many are by card as PayFast lists', async () => {
  const id = await credit(100, 'Credit Card');
  await app.db
    .updateTable('payments')
    .set({ external_reference: 'payfast:9950', source: 'payfast' })
    .where('id', '=', id)
    .execute();
  await storeMessage(app, id);
  await refund(id, 50, 'Credit Card');
  await refund(id, 50, 'EFT');
  const uses = await app.db
    .selectFrom('credit_uses')
    .select('id')
    .where('payment_id', '=', id)
    .orderBy('refunded_by')
    .execute();
  const [byCard = '', byEft = ''] = uses.map((use) => use.id);
  await addTransaction(app, { recordId: id, providerId: '9950', amount: -50 });
  await postRefunds(app.ctx(), [byCard, byEft]);
  const accountsOf = async (useId: string) =>
    (await posted([useId])).map(([, account]) => account).filter((one) => one !== 'credits');
  assert.deepEqual([await accountsOf(byCard), await accountsOf(byEft)], [['payfast'], ['bank']]);
  await assertBooksAgree(app, ['2027-03']);
});

test('without a method a refund is one by EFT, and a debit order pays nothing back', async () => {
  const id = await credit(100);
  const useId = await refund(id, 40);
  assert.deepEqual((await posted([useId]))[0], ['2027-03-08', 'bank', -4000]);
  const body = { amount: 10, refundedOn: '2027-03-08', refundedBy: 'Debit Order' as never };
  const { status, errors } = await callApi(app, credits.refundCredit, { params: { id }, body }, as);
  assert.deepEqual([status, errors.map(({ field }) => field)], [400, ['refundedBy']]);
});

test('the figures of the month and its journal have a refund in cash as cash', async () => {
  const before = await cashOfMonth();
  await refund(await credit(70), 70, 'Cash');
  const after = await cashOfMonth();
  assert.deepEqual(
    after.map((cents, place) => cents - (before[place] ?? 0)),
    [-70, -7000],
  );
});

async function cashOfMonth(): Promise<[money: number, journal: number]> {
  const { sections, byMonth } = await readPeriod(app.ctx(), '2027-03');
  const money = sections.find(({ title }) => title === 'Money')?.lines ?? [];
  const journal = await readJournal(app.db, byMonth);
  return [
    money.find(({ label }) => label === 'Cash')?.amount ?? 0,
    journal.filter(({ account }) => account === 'cash').reduce((sum, { cents }) => sum + cents, 0),
  ];
}

test('a line of the bank for a refund in cash is cash that was drawn: it moves on the day of the line, and counts once', async () => {
  const useId = await refund(await credit(55), 55, 'Cash');
  const line = await bank.line('WITHDRAWAL', -55, '2027-03-09');
  const suggestion = (await bank.read(line)).suggestions.find(
    ({ parts }) => parts[0]?.targetId === useId,
  );
  assert.equal(suggestion?.certainty, 'possible');
  assert.equal(suggestion.why[0], 'A refund of this amount by Cash was recorded for 8 Mar 2027.');
  const booked = await bank.book(line, [{ kind: 'refund', targetId: useId, amount: 55 }]);
  assert.equal(booked.status, 200, booked.message);
  const matchId = booked.data.matches[0]?.id ?? '';
  assert.deepEqual(await posted([useId, matchId]), [
    ['2027-03-08', 'cash', -5500],
    ['2027-03-08', 'credits', 5500],
    ['2027-03-09', 'bank', -5500],
    ['2027-03-09', 'cash', 5500],
  ]);
  await assertBooksAgree(app, ['2027-03']);
  const body = { reason: 'Not paid back' };
  await callApi(app, credits.undoCreditUse, { params: { id: useId }, body }, as);
  assert.deepEqual(await posted([useId, matchId]), []);
  await assertBooksAgree(app, ['2027-03']);
});

test('what PayFast lists of a refund without a choice was paid back there, and a refund in cash stays one', async () => {
  for (const [method, recorded, account] of [
    [undefined, 'Credit Card', 'payfast'],
    ['Cash', 'Cash', 'cash'],
  ] as const) {
    const id = await credit(450, 'Credit Card');
    const providerId = `99${recorded.length}`;
    await app.db
      .updateTable('payments')
      .set({ external_reference: `payfast:${providerId}`, source: 'payfast' })
      .where('id', '=', id)
      .execute();
    await storeMessage(app, id);
    const useId = await refund(id, 450, method);
    await addTransaction(app, { recordId: id, providerId, amount: -450 });
    await postRefunds(app.ctx(), [useId]);
    assert.ok(
      (await posted([useId])).some(([, of]) => of === account),
      account,
    );
    const use = await app.db
      .selectFrom('credit_uses')
      .select('refunded_by')
      .where('id', '=', useId)
      .executeTakeFirstOrThrow();
    assert.equal(use.refunded_by, recorded);
  }
});

for (const isListedFirst of [true, false]) {
  test(`a chargeback of a payment whose credit was refunded by EFT is no refund at PayFast, ${isListedFirst ? 'recorded after PayFast lists it' : 'recorded before'}`, async () => {
    const id = await credit(80, 'Credit Card');
    const providerId = `9980${String(isListedFirst)}`;
    await app.db
      .updateTable('payments')
      .set({ external_reference: `payfast:${providerId}`, source: 'payfast' })
      .where('id', '=', id)
      .execute();
    await storeMessage(app, id);
    const useId = await refund(id, 80);
    const list = async () => {
      await addTransaction(app, { recordId: id, providerId, amount: -80 });
      await postRefunds(app.ctx(), [useId]);
    };
    if (isListedFirst) await list();
    const body = { reason: 'Charged back', returnedOn: '2027-03-09' };
    const reply = await callApi(app, undoPayment, { params: { id }, body }, as);
    assert.equal(reply.status, 200, reply.message);
    if (!isListedFirst) await list();
    assert.deepEqual((await posted([useId]))[0], ['2027-03-08', 'bank', -8000]);
    await assertBooksAgree(app, ['2027-03']);
  });
}

test('a refund whose line was a mistake leaves PayFast, if PayFast has listed it since', async () => {
  const id = await credit(35, 'Credit Card');
  await app.db
    .updateTable('payments')
    .set({ external_reference: 'payfast:9935', source: 'payfast' })
    .where('id', '=', id)
    .execute();
  await storeMessage(app, id);
  const useId = await refund(id, 35);
  const line = await bank.line('REFUND', -35, '2027-03-09');
  const booked = await bank.book(line, [{ kind: 'refund', targetId: useId, amount: 35 }]);
  await addTransaction(app, { recordId: id, providerId: '9935', amount: -35 });
  await postRefunds(app.ctx(), [useId]);
  assert.deepEqual((await posted([useId]))[0], ['2027-03-08', 'bank', -3500]);
  assert.equal((await bank.undo(booked.data.matches[0]?.id ?? '')).status, 200);
  assert.deepEqual(await posted([useId]), [
    ['2027-03-08', 'credits', 3500],
    ['2027-03-08', 'payfast', -3500],
  ]);
  await assertBooksAgree(app, ['2027-03']);
});

test('the migration reads from the ledger which refunds of before left PayFast, and names undone write-offs of open months', async () => {
  const file = new URL('../../../platform/db/migrations/0090_refund_methods.sql', import.meta.url);
  const migration = await readFile(file, 'utf8');
  const refunds = /^UPDATE credit_uses.*?;$/ms.exec(migration)?.[0] ?? '';
  const changes = /^ALTER TABLE invoice_changes DISABLE.*$/ms.exec(migration)?.[0] ?? '';
  const methods = async () => {
    const rows = await app.db
      .selectFrom('credit_uses')
      .select('refunded_by')
      .distinct()
      .orderBy('refunded_by')
      .execute();
    return rows.map(({ refunded_by }) => refunded_by);
  };
  const byCard = app.db.selectFrom('credit_uses').where('refunded_by', '=', 'Credit Card');
  const ids = await byCard.select('id').orderBy('id').execute();
  const { invoiceId } = await registered(app, { email: 'undone@example.org' });
  const params = { id: invoiceId };
  const body = { amount: 450, reason: 'Hardship' };
  await callApi(app, writeOffInvoice, { params, body }, as);
  await callApi(app, undoWriteOff, { params, body: { reason: 'A mistake' } }, as);
  await app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    await sql`UPDATE invoice_changes SET event = 'changed' WHERE event = 'restored'`.execute(db);
    await sql`UPDATE credit_uses SET refunded_by = NULL`.execute(db);
    await sql`UPDATE book_settings SET lines_posted_at = now()`.execute(db);
  });
  await sql.raw(refunds).execute(app.db);
  for (const statement of changes.split(';').filter((one) => one.trim() !== ''))
    await sql.raw(statement).execute(app.db);
  assert.deepEqual(await methods(), ['Credit Card', 'EFT']);
  assert.deepEqual(await byCard.select('id').orderBy('id').execute(), ids);
  const events = await app.db
    .selectFrom('invoice_changes')
    .select('event')
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    events.map(({ event }) => event),
    ['issued', 'voided', 'restored'],
  );
});
