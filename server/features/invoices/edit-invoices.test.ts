import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as contract from '#contract/invoices/admin-endpoints.ts';
import {
  getInvoice,
  processInvoicePayment,
  resendInvoiceEmail,
} from '#contract/invoices/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { callApi } from '#test/support/call.ts';
import { archive, membershipOf, rowsOf } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const { invoiceAdminTexts: texts } = contract;
const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
const thandi = await registered(app);

type Form = Parameters<typeof callApi<typeof contract.createInvoice>>[2]['body'];
type Changes = Parameters<typeof callApi<typeof contract.updateInvoice>>[2]['body'];

const cap: Form = { line: 'A cap', amount: 120.5, paymentType: 'EFT' };
const koos = {
  userFirstName: 'Koos',
  userLastName: 'van der Merwe',
  userEmail: 'Koos@Example.org',
  address: 'PO Box 7\nVaalwater',
};
const create = (changes: object) =>
  callApi(app, contract.createInvoice, { body: { ...cap, ...changes } }, as);
const change = (id: string, body: Changes, headers: Record<string, string> = {}) =>
  callApi(app, contract.updateInvoice, { params: { id }, body }, { ...as, headers });
const remove = (id: string) => callApi(app, contract.deleteInvoice, { params: { id } }, as);
const withdraw = (id: string, reason = 'A mistake') =>
  callApi(app, contract.voidInvoice, { params: { id }, body: { reason } }, as);
const send = (id: string) => callApi(app, resendInvoiceEmail, { params: { id } }, as);
const pay = (id: string) => callApi(app, processInvoicePayment, { params: { id } }, as);
const read = (id: string) => callApi(app, getInvoice, { params: { id } }, as);

const notes = async (id: string) => {
  const rows = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action, before, after, subject_name }) => [
    action,
    subject_name,
    before,
    after,
  ]);
};

test('without a line, the invoice says "Invoice"', async () => {
  const { line: _none, ...body } = cap;
  for (const payer of [koos, { memberId: thandi.memberId }]) {
    const input = { body: { ...body, ...payer } };
    const { status, data } = await callApi(app, contract.createInvoice, input, as);
    assert.deepEqual([status, data.line, data.amount], [201, 'Invoice', 120.5]);
  }
  const { status, errors } = await create({ ...koos, line: '' });
  assert.deepEqual([status, errors], [400, [{ field: 'line', message: texts.noLine }]]);
});

test('an invoice for a member takes the payer from the member, and is not mailed', async () => {
  const { status, data } = await create({ memberId: thandi.memberId });
  const { id, invoiceNumber, paymentReference, ...rest } = data;
  assert.equal(status, 201);
  assert.match(invoiceNumber, /^INV-\d{5}$/);
  assert.match(paymentReference, new RegExp(`^${invoiceNumber}-[A-Y]$`));
  assert.deepEqual(rest, {
    memberId: thandi.memberId,
    memberTypeId: null,
    amount: 120.5,
    isPaid: false,
    balance: 120.5,
    state: 'unpaid',
    paymentType: 'EFT',
    paidDate: null,
    paidOn: null,
    paidBy: null,
    paymentSource: null,
    bankReference: null,
    userFirstName: 'Thandi',
    userLastName: 'Dlamini',
    userEmail: 'thandi@example.org',
    address: '12 Acacia Road\nSkukuza\n0081',
    line: 'A cap',
    createdUtc: '2027-03-10T08:00:00.000Z',
    sentUtc: null,
    voidReason: null,
    writtenOff: 0,
    writeOffReason: null,
    creditNote: null,
    proofSentUtc: null,
  });
  assert.deepEqual((await rowsOf(app, id)).mails, []);
  const before = await membershipOf(app, thandi.memberId);
  await pay(id);
  assert.deepEqual(await membershipOf(app, thandi.memberId), before, 'it adds no period');
  const [receipt] = (await rowsOf(app, id)).mails;
  const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: receipt! });
  assert.match(email?.text ?? '', /R120\.50/);
  assert.doesNotMatch(email?.text ?? '', /membership|valid/i);
});

test('an invoice without a member needs a payer, and one for a member may have another payer', async () => {
  for (const memberId of [undefined, null, '', '00000000-0000-0000-0000-000000000000']) {
    const { status, data } = await create({ ...koos, memberId });
    assert.deepEqual([status, data.memberId, data.userEmail], [201, null, 'koos@example.org']);
    assert.equal(data.address, koos.address);
  }
  const { data } = await create({ ...koos, memberId: thandi.memberId, address: null });
  assert.deepEqual(
    [data.memberId, data.userLastName, data.address],
    [thandi.memberId, 'van der Merwe', '12 Acacia Road\nSkukuza\n0081'],
  );
});

test('a missing or wrong value gets an error message at its field', async () => {
  const { userFirstName: _first, ...nameless } = koos;
  const archived = await registered(app, { email: 'archived@example.org' });
  await archive(app, archived.memberId);
  for (const [body, field, message] of [
    [nameless, 'userFirstName', texts.noFirstName],
    [{ ...koos, userLastName: '' }, 'userLastName', texts.noLastName],
    [{ ...koos, userLastName: undefined }, 'userLastName', texts.noLastName],
    [{ ...koos, userEmail: undefined }, 'userEmail', texts.noEmail],
    [{ ...koos, userEmail: 'koos' }, 'userEmail', 'Please enter a valid email address.'],
    [{ ...koos, line: ' ' }, 'line', texts.noLine],
    [{ ...koos, line: 'Two\nlines' }, 'line', 'This text must be on one line.'],
    [{ ...koos, amount: 0 }, 'amount', texts.badAmount],
    [{ ...koos, amount: 0.001 }, 'amount', texts.badAmount],
    [{ ...koos, amount: -5 }, 'amount', texts.badAmount],
    [{ ...koos, amount: 1.005 }, 'amount', 'Please use at most two decimals.'],
    [{ ...koos, amount: 10_000_000 }, 'amount', 'Please enter at most R9999999.99.'],
    [{ ...koos, paymentType: 'Cash' }, 'paymentType', 'Please select a payment method.'],
    [{ memberId: randomUUID() }, 'memberId', texts.noMember],
    [{ memberId: archived.memberId }, 'memberId', texts.noMember],
  ] as [object, string, string][]) {
    const { status, errors } = await create(body);
    assert.equal(status, 400, message);
    assert.deepEqual(errors[0], { field, message });
  }
  assert.equal((await create({ ...koos, paymentType: 'Pay Pal' })).status, 201);
});

test('an unsent invoice is changed field by field, and payment fields are ignored', async () => {
  const { data: before } = await create({ memberId: thandi.memberId });
  const said = { isPaid: true, paidDate: '2027-01-01', invoiceNumber: 'INV-1', memberId: null };
  const amount = await change(before.id, { amount: 99, ...said });
  assert.deepEqual([amount.status, amount.data], [200, { ...before, amount: 99, balance: 99 }]);
  assert.deepEqual((await read(before.id)).data, amount.data);
  const { data } = await change(before.id, {
    ...koos,
    line: 'Two caps',
    paymentType: 'Credit Card',
  });
  assert.deepEqual(
    [data.userFirstName, data.userEmail, data.address, data.line, data.paymentType, data.amount],
    ['Koos', 'koos@example.org', koos.address, 'Two caps', 'Credit Card', 99],
  );
  assert.equal((await change(before.id, { address: null })).data.address, '');
  const refused = await change(before.id, { line: '' });
  assert.deepEqual([refused.status, refused.message], [400, texts.noLine]);
  assert.equal((await change(randomUUID(), {})).status, 404);
});

test('a form loaded from an older version gets a 412', async () => {
  const { id } = (await create(koos)).data;
  const stale = { 'if-match': String((await read(id)).headers['etag']) };
  const first = await change(id, { address: 'New' }, stale);
  assert.equal(first.headers['etag'], (await read(id)).headers['etag']);
  assert.equal((await change(id, { amount: 1 }, stale)).status, 412);
  assert.equal((await read(id)).data.amount, 120.5);
});

test('a membership invoice can only change its payment type, and cannot be deleted', async () => {
  const { invoiceId } = await registered(app, {
    email: 'card@example.org',
    paymentType: 'Credit Card',
  });
  for (const body of [{ amount: 1 }, { line: 'X' }, { userEmail: 'x@example.org' }, koos]) {
    const { status, message } = await change(invoiceId, body);
    assert.deepEqual([status, message], [400, texts.fixedByType]);
  }
  const { status, data } = await change(invoiceId, { amount: 450, paymentType: 'EFT' });
  assert.deepEqual([status, data.paymentType, data.amount], [200, 'EFT', 450]);
  const refused = await remove(invoiceId);
  assert.deepEqual([refused.status, refused.message], [409, texts.isMembership]);
});

test('a sent, paid or void invoice cannot be changed or deleted, and the error says what to do', async () => {
  for (const [see, sentence] of [
    [send, texts.isSent],
    [pay, texts.isPaid],
    [withdraw, texts.isVoid],
  ] as const) {
    const { id } = (await create(koos)).data;
    assert.equal((await see(id)).status, 200);
    const before = (await read(id)).data;
    for (const reply of [await change(id, { amount: 1 }), await remove(id)]) {
      assert.deepEqual([reply.status, reply.message], [409, sentence]);
    }
    assert.deepEqual((await read(id)).data, before);
  }
});

test('an unsent invoice can be deleted, and its number is not reused', async () => {
  const { id, invoiceNumber } = (await create(koos)).data;
  assert.equal((await remove(id)).status, 204);
  assert.equal((await remove(id)).status, 404);
  assert.notEqual((await create(koos)).data.invoiceNumber, invoiceNumber);
});

test('an invoice with an undone payment cannot be deleted, although it is open again', async () => {
  const { id } = (await create(koos)).data;
  await pay(id);
  const body = { reason: 'Wrong person' };
  assert.equal((await callApi(app, undoInvoicePayment, { params: { id }, body }, as)).status, 200);
  const refused = await remove(id);
  assert.deepEqual([refused.status, refused.message], [409, texts.hadPayment]);
});

test('the amount of an invoice whose cheque bounced stays, as its debt in the months between', async () => {
  const { id } = (await create({ ...koos, amount: 300 })).data;
  const cheque = { amount: 300, paidOn: '2027-03-05', paidBy: 'Cheque' as const };
  await callApi(app, processInvoicePayment, { params: { id }, body: cheque }, as);
  const body = { reason: 'Unpaid', returnedOn: '2027-03-10' };
  assert.equal((await callApi(app, undoInvoicePayment, { params: { id }, body }, as)).status, 200);
  const refused = await change(id, { amount: 100 });
  assert.deepEqual([refused.status, refused.message], [409, texts.amountHadPayment]);
  const { status, data } = await change(id, { amount: 300, line: 'Two caps' });
  assert.deepEqual([status, data.amount, data.line], [200, 300, 'Two caps']);
});

test('a void invoice keeps its number and its reason, and a paid one cannot be voided', async () => {
  const { id, invoiceNumber } = (await create(koos)).data;
  const none = await withdraw(id, ' ');
  assert.deepEqual([none.status, none.message], [400, 'Please give a reason.']);
  const { status, data } = await withdraw(id, 'Ordered twice');
  assert.deepEqual(
    [status, data.state, data.voidReason, data.invoiceNumber],
    [200, 'void', 'Ordered twice', invoiceNumber],
  );
  const again = await withdraw(id, 'Another reason');
  assert.deepEqual(
    [again.status, again.data],
    [200, data],
    'repeating it succeeds without a change',
  );
  assert.equal((await pay(id)).status, 409);
  assert.equal((await send(id)).status, 409);
  const paid = (await create(koos)).data.id;
  await pay(paid);
  const refused = await withdraw(paid);
  assert.deepEqual([refused.status, refused.message], [409, texts.voidPaid]);
  assert.equal((await withdraw(randomUUID())).status, 404);
});

test('each action is in the audit log once, with its changes', async () => {
  const { id, invoiceNumber } = (await create(koos)).data;
  await change(id, { amount: 99 });
  await change(id, { amount: 99 });
  await send(id);
  await withdraw(id, 'Ordered twice');
  await withdraw(id, 'Ordered twice');
  const name = `${invoiceNumber} of Koos van der Merwe`;
  const entries = await notes(id);
  assert.deepEqual(entries.slice(1), [
    ['updateInvoice', name, { amount: 120.5, balance: 120.5 }, { amount: 99, balance: 99 }],
    ['resendInvoiceEmail', name, {}, { to: 'koos@example.org' }],
    [
      'voidInvoice',
      name,
      { balance: 99, state: 'unpaid', voidReason: null },
      { balance: 0, state: 'void', voidReason: 'Ordered twice' },
    ],
  ]);
  assert.equal(entries[0]?.[0], 'createInvoice');
  const gone = (await create(koos)).data.id;
  await remove(gone);
  assert.equal((await notes(gone)).at(-1)?.[0], 'deleteInvoice');
});
