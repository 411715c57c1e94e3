import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoMerge } from '#contract/duplicates/merge.ts';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth, getFigures, reopenMonth } from '#contract/month-end/endpoints.ts';
import type { Month } from '#contract/month-end/periods.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { movementsOf } from '#test/support/histories/movements.ts';
import { merge } from '#test/support/merging/merge.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

/** An office on 10 March. Each call has to succeed. */
async function openOffice() {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  let people = 0;

  async function call<E extends EndpointShape>(endpoint: E, input: InputOf<E>) {
    const reply = await callApi(app, endpoint, input, { token: await tokenOf(app, adminId) });
    assert.ok(reply.status < 300, reply.message);
    return reply.data;
  }
  const reason = 'A mistake';
  return {
    app,
    call,
    token: () => tokenOf(app, adminId),
    member: () => registered(app, { email: `office-${++people}@example.org` }),
    on: (day: string) => app.clock.set(`${day}T09:00:00Z`),
    close: (month: Month) => call(closeMonth, { body: { month } }),
    reopen: (month: Month) => call(reopenMonth, { body: { month, reason } }),
    async pay(id: string, amount: number, paidOn: string) {
      await call(processInvoicePayment, { params: { id }, body: { amount, paidOn } });
      const { payments } = await rowsOf(app, id);
      return payments.find((one) => one.reversed_at === null && one.paid_on === paidOn)!.id;
    },
    /** March is closed in April, what a line was booked as is undone then, and March is reopened. */
    async undoMatchOfMarch(id = '') {
      app.clock.set('2027-04-02T09:00:00Z');
      await call(closeMonth, { body: { month: '2027-03' } });
      await openMatching(app, await tokenOf(app, adminId)).undo(id);
      await call(reopenMonth, { body: { month: '2027-03', reason } });
    },
    undo: (id: string, keepAsCredit = false) =>
      call(undoPayment, { params: { id }, body: { reason, keepAsCredit } }),
    recordMoney: async (amount: number, paidOn: string) =>
      (await call(credits.recordMoney, { body: { payerName: 'Koos', amount, paidOn } })).id,
  };
}

/** What a month says, and whether all of it agrees. */
async function figuresOf({ call }: Awaited<ReturnType<typeof openOffice>>, period: Month) {
  const { sections } = await call(getFigures, { params: { period } });
  const lines = sections.flatMap((section) =>
    section.lines.map((line) => ({ section: section.title, ...line })),
  );
  assert.deepEqual(
    lines.filter(({ style }) => style === 'broken'),
    [],
  );
  const amount = (section: string, label: string) =>
    lines.find((line) => line.section === section && line.label === label)?.amount;
  return {
    income: amount('Income', 'Income'),
    money: amount('Money', 'Money'),
    credits: amount('Credits', 'At the end'),
    owed: amount('Owed for invoices', 'At the end'),
  };
}

async function bookedOn(app: TestApp, paymentId: string) {
  const rows = await movementsOf(app, paymentId);
  return rows.map(({ kind, booked_on }) => `${kind} ${booked_on}`);
}

test('a payment that was booked late is undone where it is booked, and recorded again in the reopened month', async () => {
  const office = await openOffice();
  const { invoiceId } = await office.member();
  office.on('2027-04-02');
  await office.close('2027-03');
  office.on('2027-04-04');
  const late = await office.pay(invoiceId, 450, '2027-03-30');
  await office.reopen('2027-03');
  await office.undo(late);
  assert.deepEqual(await bookedOn(office.app, late), ['received 2027-04-01', 'undone 2027-04-01']);
  const nothing = { income: 0, money: 0, credits: 0, owed: 450 };
  assert.deepEqual(await figuresOf(office, '2027-03'), nothing);
  assert.deepEqual(await figuresOf(office, '2027-04'), nothing);

  const again = await office.pay(invoiceId, 450, '2027-03-30');
  assert.deepEqual(await bookedOn(office.app, again), ['received 2027-03-30']);
  const paid = { income: 450, money: 450, credits: 0, owed: 0 };
  assert.deepEqual(await figuresOf(office, '2027-03'), paid);
  assert.deepEqual(await figuresOf(office, '2027-04'), { ...paid, income: 0, money: 0 });
  await office.close('2027-03');
  // What is closed now is taken back in the next month, and can be recorded and undone once more.
  await office.undo(again);
  assert.deepEqual(await figuresOf(office, '2027-03'), paid);
  assert.deepEqual(await figuresOf(office, '2027-04'), { ...nothing, income: -450, money: -450 });
});

test('a payment of the reopened month itself is taken back in it, and a part beside it stays', async () => {
  const office = await openOffice();
  const { invoiceId } = await office.member();
  const part = await office.pay(invoiceId, 200, '2027-03-10');
  office.on('2027-04-02');
  await office.close('2027-03');
  const rest = await office.pay(invoiceId, 250, '2027-03-30');
  await office.reopen('2027-03');
  await office.undo(part);
  assert.deepEqual(await bookedOn(office.app, part), ['received 2027-03-10', 'undone 2027-03-10']);
  assert.deepEqual(await bookedOn(office.app, rest), ['received 2027-04-01']);
  const march = { income: 0, money: 0, credits: 0, owed: 450 };
  assert.deepEqual(await figuresOf(office, '2027-03'), march);
  assert.deepEqual(await figuresOf(office, '2027-04'), {
    income: 250,
    money: 250,
    credits: 0,
    owed: 200,
  });
});

test('a payment that was kept as a credit late is used and undone from then on', async () => {
  const office = await openOffice();
  const { invoiceId } = await office.member();
  const other = await office.member();
  const payment = await office.pay(invoiceId, 450, '2027-03-10');
  office.on('2027-04-02');
  await office.close('2027-03');
  await office.undo(payment, true);
  await office.reopen('2027-03');
  const march = await figuresOf(office, '2027-03');
  assert.deepEqual(march, { income: 450, money: 450, credits: 0, owed: 450 });

  const body = { invoiceId: other.invoiceId, amount: 450 };
  await office.call(credits.carryCredit, { params: { id: payment }, body });
  const { payments } = await rowsOf(office.app, other.invoiceId);
  const carried = payments[0]!.id;
  assert.deepEqual(await bookedOn(office.app, carried), ['carried 2027-04-01']);
  assert.deepEqual(await figuresOf(office, '2027-03'), march);
  await office.undo(carried);
  await office.undo(payment);
  assert.deepEqual(await bookedOn(office.app, payment), [
    'received 2027-03-10',
    'released 2027-04-01',
    'undone 2027-04-01',
  ]);
  assert.deepEqual(await figuresOf(office, '2027-03'), march);
});

test('a credit that was booked late pays, is refunded and dealt with from then on', async () => {
  const office = await openOffice();
  const { invoiceId } = await office.member();
  office.on('2027-04-02');
  await office.close('2027-03');
  const id = await office.recordMoney(700, '2027-03-12');
  await office.reopen('2027-03');
  const { call } = office;
  await call(credits.carryCredit, { params: { id }, body: { invoiceId, amount: 450 } });
  const donor = { firstName: 'Koos', lastName: 'Botha', email: 'koos@example.org' };
  await call(credits.donateCredit, { params: { id }, body: { ...donor, amount: 100 } });
  const refund = { amount: 50, refundedOn: '2027-03-20' };
  await call(credits.refundCredit, { params: { id }, body: refund });
  assert.deepEqual(await figuresOf(office, '2027-03'), {
    income: 0,
    money: 0,
    credits: 0,
    owed: 450,
  });
  assert.deepEqual(await figuresOf(office, '2027-04'), {
    income: 550,
    money: 650,
    credits: 100,
    owed: 0,
  });
});

test('what a late undo gave back to a credit can be used and undone from then on only', async () => {
  const office = await openOffice();
  const [one, two] = [await office.member(), await office.member()];
  const { call, app } = office;
  const id = await office.recordMoney(450, '2027-03-10');
  const carry = (invoiceId: string) =>
    call(credits.carryCredit, { params: { id }, body: { invoiceId, amount: 450 } });
  await carry(one.invoiceId);
  office.on('2027-04-02');
  await office.close('2027-03');
  const [first] = (await rowsOf(app, one.invoiceId)).payments;
  await office.undo(first!.id);
  await office.reopen('2027-03');
  const march = await figuresOf(office, '2027-03');
  await carry(two.invoiceId);
  const [second] = (await rowsOf(app, two.invoiceId)).payments;
  assert.deepEqual(await bookedOn(app, second!.id), ['carried 2027-04-01']);
  await office.undo(second!.id);
  await office.undo(id);
  assert.deepEqual(await bookedOn(app, id), ['received 2027-03-10', 'undone 2027-04-01']);
  assert.deepEqual(await figuresOf(office, '2027-03'), march);
});

test('a refund that was booked late is undone where it is booked', async () => {
  const office = await openOffice();
  const id = await office.recordMoney(100, '2027-03-10');
  office.on('2027-04-02');
  await office.close('2027-03');
  const refund = { amount: 100, refundedOn: '2027-03-20' };
  await office.call(credits.refundCredit, { params: { id }, body: refund });
  await office.reopen('2027-03');
  const { id: useId } = await office.app.db
    .selectFrom('credit_uses')
    .select('id')
    .executeTakeFirstOrThrow();
  const body = { reason: 'The bank returned it' };
  await office.call(credits.undoCreditUse, { params: { id: useId }, body });
  assert.deepEqual(await bookedOn(office.app, id), [
    'received 2027-03-10',
    'refunded 2027-04-01',
    'use-undone 2027-04-01',
  ]);
});

test('an invoice that a merge voided is owed again from the day of the voiding', async () => {
  const office = await openOffice();
  const { app, call } = office;
  const [one, other] = [await office.member(), await office.member()];
  office.on('2027-04-02');
  const { id: adminId } = await app.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'Admin')
    .executeTakeFirstOrThrow();
  const as = { token: await tokenOf(app, adminId) };
  const reply = await merge(app, [one.memberId, other.memberId], as, { openInvoice: 'kept' });
  assert.equal(reply.status, 200, reply.message);
  office.on('2027-04-03');
  const { id } = await app.db.selectFrom('member_merges').select('id').executeTakeFirstOrThrow();
  await call(undoMerge, { params: { id } });
  const ofVoided = app.db.selectFrom('invoice_changes').where('event', '=', 'voided');
  const events = await app.db
    .selectFrom('invoice_changes')
    .select(['event', 'booked_on', 'owed_cents'])
    .where('invoice_id', 'in', ofVoided.select('invoice_id'))
    .orderBy('id')
    .execute();
  assert.deepEqual(events.map(Object.values), [
    ['issued', '2027-03-10', 45_000],
    ['voided', '2027-04-02', -45_000],
    ['restored', '2027-04-02', 45_000],
  ]);
  assert.equal((await figuresOf(office, '2027-03')).owed, 900);
  assert.equal((await figuresOf(office, '2027-04')).owed, 900);
});

test('a bank line whose booking was undone after its month was closed is open only since then', async () => {
  const office = await openOffice();
  const { app } = office;
  const { invoiceId } = await office.member();
  const bank = openMatching(app, await office.token());
  const line = await bank.line('THANDI DLAMINI', 450, '2027-03-05');
  const part = { kind: 'invoice', recordId: invoiceId, amount: 450 } as const;
  const [match] = (await bank.book(line, [part])).data.matches;
  await office.undoMatchOfMarch(match?.id);
  assert.equal((await figuresOf(office, '2027-03')).income, 450);
  assert.equal((await figuresOf(office, '2027-04')).income, -450);
});

test('money reported elsewhere whose line was taken off after its month was closed is in that month', async () => {
  const office = await openOffice();
  const { app } = office;
  const bank = openMatching(app, await office.token());
  const line = await bank.line('FROM BEFORE', 77, '2027-03-05');
  const body = { payerName: 'Koos', amount: 77, paidOn: '2027-03-05', reportedElsewhere: true };
  const { id } = await office.call(credits.recordMoney, { body });
  const part = { kind: 'recorded', targetId: id, amount: 77 } as const;
  const booked = await bank.book(line, [part]);
  assert.equal(booked.status, 200, booked.message);
  await office.undoMatchOfMarch(booked.data.matches[0]?.id);
  await figuresOf(office, '2027-03');
  await figuresOf(office, '2027-04');
});

test('a line less its fee that was taken off a payment after its month was closed agrees with the bank', async () => {
  // Of before the account began, and of after it.
  for (const paidOn of ['2027-03-01', '2027-03-09']) {
    const office = await openOffice();
    const { app } = office;
    const { invoiceId } = await office.member();
    const targetId = await office.pay(invoiceId, 450, paidOn);
    const bank = openMatching(app, await office.token());
    const line = await bank.line('THANDI DLAMINI', 427.5, '2027-03-05');
    const part = { kind: 'recorded', targetId, amount: 427.5, fee: 22.5 } as const;
    const booked = await bank.book(line, [part]);
    assert.equal(booked.status, 200, booked.message);
    await office.undoMatchOfMarch(booked.data.matches[0]?.id);
    await figuresOf(office, '2027-03');
    await office.close('2027-03');
    await figuresOf(office, '2027-04');
  }
});
