import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createInvoice, voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { getInvoice, processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { getPaymentForm } from '#contract/payments/endpoints.ts';
import {
  paymentAdminTexts as texts,
  undoInvoicePayment,
  undoPayment,
} from '#contract/payments/admin-endpoints.ts';
import {
  previewMembershipPayment,
  recordMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import { renderEmail } from '#server/emails.ts';
import { claimMail } from '#server/platform/mail/claim-mail.ts';
import { callApi } from '#test/support/call.ts';
import {
  lastUsed,
  membershipOf,
  openInvoice,
  rowsOf,
  setStatusByHand,
} from '#test/support/assertions.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { settleInvoice } from '#test/support/books/settle.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

const newMember = (changes = {}) =>
  registered(app, { email: `undo-${++people}@example.org`, ...changes });
const pay = (id: string) => callApi(app, processInvoicePayment, { params: { id } }, as);
const undo = (id: string, reason = 'Wrong person') =>
  callApi(app, undoInvoicePayment, { params: { id }, body: { reason } }, as);
const read = async (id: string) => {
  const { data } = await callApi(app, getInvoice, { params: { id } }, as);
  assert.ok('invoiceNumber' in data);
  return data;
};

test('undoing a payment reopens the invoice and removes the member’s period', async () => {
  const { memberId, invoiceId } = await newMember();
  const before = await read(invoiceId);
  await pay(invoiceId);
  const { number } = await membershipOf(app, memberId);
  const { status, data } = await undo(invoiceId);
  assert.deepEqual([status, data], [200, before]);
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods, member.number], ['Pending', [], number]);
  const [payment] = (await rowsOf(app, invoiceId)).payments;
  assert.deepEqual(
    [payment?.reversed_at, payment?.reversed_by, payment?.reversed_reason, payment?.counts_for],
    [new Date(testStart), admin.id, 'Wrong person', null],
  );
});

test('a mail takes a receipt back if it was mailed and the administrator wants it', async () => {
  for (const [more, said] of [
    [{}, 'that was not for it'],
    [{ keepAsCredit: true }, 'we hold it for you as a credit'],
    [{ returnedOn: testStart.slice(0, 10) }, 'The payment was taken back'],
  ] as const) {
    const { invoiceId } = await newMember();
    await pay(invoiceId);
    await app.db
      .updateTable('mails')
      .set({ next_attempt_at: null, sent_at: new Date(testStart) })
      .where('kind', '=', 'receipt')
      .execute();
    const body = { reason: 'Wrong person', mailsPayer: true, ...more };
    const { status } = await callApi(
      app,
      undoInvoicePayment,
      { params: { id: invoiceId }, body },
      as,
    );
    assert.equal(status, 200);
    const { mails, invoice } = await rowsOf(app, invoiceId);
    const mail = mails.find(({ kind }) => kind === 'receipt-mistake');
    assert.ok(mail !== undefined && mail.to_email === invoice.payer_email);
    const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail });
    assert.match(email?.subject ?? '', /^Our receipt for R450\.00 was a mistake \(INV-\d{5}\)$/);
    assert.ok(email?.text.includes(said), email?.text);
  }
  // It was never mailed, so it is only withdrawn.
  const { invoiceId } = await newMember();
  await pay(invoiceId);
  const body = { reason: 'Wrong person', mailsPayer: true };
  await callApi(app, undoInvoicePayment, { params: { id: invoiceId }, body }, as);
  const { mails } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['invoice'],
  );
});

test('an unsent receipt is withdrawn, and the mail of the invoice stays', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId);
  await undo(invoiceId);
  const { mails } = await rowsOf(app, invoiceId);
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['invoice'],
  );
  const email = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: mails[0]! });
  assert.match(email?.text ?? '', /Please pay by bank transfer|reply to this email/);
});

test('the receipt of another part stays when one part is undone', async () => {
  const { invoiceId } = await newMember();
  const part = async (amount: number) =>
    callApi(app, processInvoicePayment, { params: { id: invoiceId }, body: { amount } }, as);
  await part(100);
  await part(50);
  const { payments } = await rowsOf(app, invoiceId);
  const kinds = async () =>
    (await rowsOf(app, invoiceId)).mails
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'invoice');
  for (const [place, left] of [['part-receipt', 'part-receipt'], []].entries()) {
    const params = { id: payments[place]?.id ?? '' };
    const body = { reason: 'A mistake' };
    assert.equal((await callApi(app, undoPayment, { params, body }, as)).status, 200);
    assert.deepEqual(await kinds(), left);
  }
});

test('a receipt that a sender has taken stays in Sent Mail when the payment is undone', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId);
  for (;;) {
    const taken = await claimMail(app.db, app.clock.now());
    assert.ok(taken);
    if (taken.about['invoiceId'] === invoiceId && taken.kind === 'receipt') break;
  }
  await undo(invoiceId);
  const receipt = (await rowsOf(app, invoiceId)).mails.find(({ kind }) => kind === 'receipt');
  assert.ok(receipt);
  const rendered = await renderEmail({ db: app.db, publicUrl: 'http://x', mail: receipt });
  assert.equal(rendered, null, 'it is out of date, so a second attempt does not send it');
});

test('a sent receipt stays in Sent Mail', async () => {
  const { invoiceId } = await newMember();
  await pay(invoiceId);
  await app.db
    .updateTable('mails')
    .set({ sent_at: app.clock.now(), next_attempt_at: null })
    .where('kind', '=', 'receipt')
    .execute();
  await undo(invoiceId);
  const { mails } = await rowsOf(app, invoiceId);
  assert.ok(mails.some(({ kind }) => kind === 'receipt'));
});

test('the invoice can be paid again: a new payment, the period again, the same number, another receipt', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId);
  const once = await membershipOf(app, memberId);
  const last = await lastUsed(app, 'member');
  await undo(invoiceId);
  assert.equal((await pay(invoiceId)).data.isPaid, true);
  assert.deepEqual(await membershipOf(app, memberId), once);
  assert.equal(await lastUsed(app, 'member'), last, 'no number is used up');
  const { payments, invoice, mails } = await rowsOf(app, invoiceId);
  assert.equal(payments.length, 2);
  assert.equal(payments.find(({ reversed_at }) => reversed_at === null)?.id, invoice.payment_id);
  assert.deepEqual(
    mails.map(({ kind }) => kind),
    ['invoice', 'receipt'],
  );
});

test('undoing an unpaid invoice changes nothing, and a missing reason or an unknown invoice is refused', async () => {
  const { invoiceId } = await newMember();
  const before = await rowsOf(app, invoiceId);
  assert.equal((await undo(invoiceId)).status, 200);
  assert.deepEqual(await rowsOf(app, invoiceId), before);
  const none = await undo(invoiceId, ' ');
  assert.deepEqual([none.status, none.message], [400, 'Please give a reason.']);
  assert.equal((await undo(randomUUID())).status, 404);
});

async function renewed() {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId);
  const renewal = await openInvoice(app, memberId, 'Individual');
  await pay(renewal);
  return { memberId, invoiceId, renewal, before: await membershipOf(app, memberId) };
}

const choose = (id: string, body: object) =>
  callApi(app, undoInvoicePayment, { params: { id }, body: { reason: 'Bounced', ...body } }, as);

test('if a later period follows, somebody must choose what becomes of the one that was paid', async () => {
  const { memberId, invoiceId, before } = await renewed();
  const refused = await undo(invoiceId);
  assert.deepEqual([refused.status, refused.message], [409, texts.laterPeriod]);
  assert.deepEqual(await membershipOf(app, memberId), before);
  assert.equal((await read(invoiceId)).isPaid, true);
});

test('a period that is kept stays, and paying the invoice again adds none', async () => {
  const { memberId, invoiceId, before } = await renewed();
  assert.equal((await choose(invoiceId, { period: 'kept' })).status, 200);
  assert.deepEqual(await membershipOf(app, memberId), before);
  assert.equal((await read(invoiceId)).state, 'unpaid');
  const entry = await app.db
    .selectFrom('audit_entries')
    .select('after')
    .where('subject_id', '=', invoiceId)
    .where('action', '=', 'undoInvoicePayment')
    .executeTakeFirstOrThrow();
  assert.equal(entry.after['period'], 'kept');
  await assertBooksAgree(app);
  const { data } = await callApi(
    app,
    previewMembershipPayment,
    { params: { id: memberId }, query: {} },
    as,
  );
  assert.equal(data.validUntil, before.periods[1]?.[1]);
  await pay(invoiceId);
  assert.deepEqual(await membershipOf(app, memberId), before);
  await assertBooksAgree(app);
});

test('if it is shortened, later periods begin where it began', async () => {
  const { memberId, invoiceId, renewal, before } = await renewed();
  const next = await openInvoice(app, memberId, 'Individual');
  await pay(next);
  const [first, second] = before.periods;
  const undone = await choose(invoiceId, { period: 'shortened', voidsOther: true });
  assert.equal(undone.status, 200, undone.message);
  assert.deepEqual((await membershipOf(app, memberId)).periods, [first, second]);
  const periods = await app.db
    .selectFrom('membership_periods')
    .select('invoice_id')
    .where('member_id', '=', memberId)
    .orderBy('starts_on')
    .execute();
  assert.deepEqual(
    periods.map(({ invoice_id }) => invoice_id),
    [renewal, next],
  );
  await assertBooksAgree(app);
});

test('a period that was entered by hand ends when somebody said so', async () => {
  const { memberId, invoiceId, renewal, before } = await renewed();
  await app.db
    .updateTable('membership_periods')
    .set({ entered_by: admin.id })
    .where('member_id', '=', memberId)
    .where('starts_on', '=', before.periods[1]?.[0] ?? '')
    .execute();
  assert.equal((await choose(invoiceId, { period: 'shortened' })).status, 200);
  assert.deepEqual((await membershipOf(app, memberId)).periods, before.periods.slice(1));
  // The other tests check all books.
  await sql`UPDATE membership_periods SET entered_by = NULL WHERE member_id = ${memberId}`.execute(
    app.db,
  );
  assert.equal((await choose(renewal, { voidsOther: true })).status, 200);
});

test('another open membership invoice is voided if the administrator says so', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId);
  const renewal = await openInvoice(app, memberId, 'Individual');
  const part = { params: { id: renewal }, body: { amount: 100 } };
  await callApi(app, processInvoicePayment, part, as);
  const refused = await undo(invoiceId);
  assert.deepEqual([refused.status, refused.message], [409, texts.otherOpen]);
  assert.equal((await choose(invoiceId, { voidsOther: true })).status, 200);
  const other = await read(renewal);
  assert.deepEqual([other.state, other.voidReason], ['void', 'Bounced']);
  assert.equal((await read(invoiceId)).state, 'unpaid');
  // What was paid of it is owed to the payer.
  assert.equal((await rowsOf(app, renewal)).payments[0]?.credit_cents, 10_000);
  await assertBooksAgree(app);
});

test('a void membership invoice, or an open one for something else, does not prevent an undo', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId);
  const params = { id: await openInvoice(app, memberId, 'Individual') };
  await callApi(app, voidInvoice, { params, body: { reason: 'A mistake' } }, as);
  const body = { memberId, line: 'A cap', amount: 120, paymentType: 'EFT' } as const;
  await callApi(app, createInvoice, { body }, as);
  assert.equal((await undo(invoiceId)).status, 200);
});

test('the status follows the remaining periods as of today', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId);
  app.clock.set('2028-04-20T08:00:00Z');
  const renewal = await openInvoice(app, memberId, 'Individual');
  await settleInvoice(app.ctx(), { invoiceId: renewal, source: 'administrator' });
  assert.equal((await membershipOf(app, memberId)).status, 'Active');
  const later = { token: await tokenOf(app, admin.id) };
  const body = { reason: 'Wrong person' };
  const undone = await callApi(app, undoInvoicePayment, { params: { id: renewal }, body }, later);
  assert.equal(undone.status, 200);
  app.clock.set(testStart);
  const member = await membershipOf(app, memberId);
  assert.deepEqual([member.status, member.periods.length], ['Expired', 1]);
});

test('the type returns with the period, unless it was changed later', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId);
  const student = await openInvoice(app, memberId, 'Student');
  await pay(student);
  assert.equal((await membershipOf(app, memberId)).type, 'Student');
  await undo(student);
  assert.equal((await membershipOf(app, memberId)).type, 'Individual');
  await pay(student);
  const pensioner = app.db.selectFrom('member_types').select('id').where('name', '=', 'Pensioner');
  await app.db
    .updateTable('members')
    .set({ member_type_id: pensioner })
    .where('id', '=', memberId)
    .execute();
  await undo(student);
  assert.equal((await membershipOf(app, memberId)).type, 'Pensioner');
});

test('a manually set status stays, including Deactivated', async () => {
  for (const status of ['Expired', 'Deactivated']) {
    const { memberId, invoiceId } = await newMember();
    await pay(invoiceId);
    await setStatusByHand(app, memberId, status, admin.id);
    await undo(invoiceId);
    const member = await membershipOf(app, memberId);
    assert.deepEqual([member.status, member.statusSetBy], [status, admin.id]);
  }
});

test('after an undo of a card payment, its repeated notification pays nothing, and a new payment does', async () => {
  const { invoiceId } = await newMember({ paymentType: 'Credit Card' });
  const report = (externalReference: string) =>
    settleInvoice(app.ctx(), { invoiceId, source: 'payfast', externalReference });
  await report('payfast:1');
  assert.equal((await read(invoiceId)).paymentSource, 'payfast');
  await undo(invoiceId);
  assert.equal((await report('payfast:1')).outcome, 'already-paid');
  assert.equal((await read(invoiceId)).isPaid, false);
  const form = { params: { type: 'subscription', id: invoiceId } } as const;
  assert.equal((await callApi(app, getPaymentForm, form)).status, 200);
  assert.equal((await report('payfast:2')).outcome, 'settled');
});

test('undoing an invoice without a membership does not change the membership', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId);
  const before = await membershipOf(app, memberId);
  const body = { memberId, line: 'A cap', amount: 120, paymentType: 'EFT' } as const;
  const { id } = (await callApi(app, createInvoice, { body }, as)).data;
  await pay(id);
  assert.equal((await undo(id)).data.state, 'unpaid');
  assert.deepEqual(await membershipOf(app, memberId), before);
});

test('the payment and the undo are in the audit log once each, with the reason', async () => {
  const { invoiceId } = await newMember();
  for (let times = 0; times < 2; times++) await pay(invoiceId);
  for (let times = 0; times < 2; times++) await undo(invoiceId, 'Booked twice');
  const rows = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', invoiceId)
    .orderBy('id')
    .execute();
  const paid = {
    balance: 0,
    isPaid: true,
    state: 'paid',
    paidDate: app.clock.now().toISOString(),
    paidOn: '2027-03-10',
    paidBy: 'EFT',
    paymentSource: 'administrator',
  };
  const paymentId = (await rowsOf(app, invoiceId)).payments[0]?.id;
  const payment = { paymentId, amount: 450, paidOn: '2027-03-10', paidBy: 'EFT' };
  const unpaid = { balance: 450, isPaid: false, state: 'unpaid', paidDate: null, paidOn: null };
  const open = { ...unpaid, paidBy: null, paymentSource: null };
  assert.deepEqual(
    rows.map(({ action, before, after }) => [action, before, after]),
    [
      ['processInvoicePayment', open, { ...paid, payment }],
      ['undoInvoicePayment', paid, { ...open, reason: 'Booked twice' }],
    ],
  );
});

test('a Membership Secretary undoes only what she has recorded herself today', async () => {
  const secretary = await naledi(app, 'Membership Secretary');
  const other = await naledi(app, 'Membership Secretary');
  const paidBy = async (token: string) => {
    const { memberId, invoiceId } = await registered(app, { email: `${randomUUID()}@example.org` });
    const body = { paymentType: 'EFT', paidUntil: null } as const;
    const recorded = { params: { id: memberId }, body };
    const reply = await callApi(app, recordMembershipPayment, recorded, { token });
    assert.equal(reply.status, 200, reply.text);
    return invoiceId;
  };
  const takeBack = (id: string) =>
    callApi(app, undoInvoicePayment, { params: { id }, body: { reason: 'A mistake' } }, secretary);
  const refused = await takeBack(await paidBy(other.token));
  assert.deepEqual([refused.status, refused.message], [403, 'Your role does not allow this.']);
  assert.equal((await takeBack(await paidBy(secretary.token))).status, 200);
  const yesterdays = await paidBy(secretary.token);
  const recorded_at = new Date(app.clock.now().getTime() - 86_400_000);
  await app.db
    .updateTable('payments')
    .set({ recorded_at })
    .where('invoice_id', '=', yesterdays)
    .execute();
  assert.equal((await takeBack(yesterdays)).status, 403);
});
