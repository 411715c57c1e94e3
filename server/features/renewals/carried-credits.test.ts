import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeCredit, recordMoney } from '#contract/payments/credits.ts';
import {
  membershipPaymentTexts,
  previewMembershipPayment,
  recordMembershipPayment,
} from '#contract/payments/membership-payment.ts';
import { generateInvoice, previewRenewals, sendRenewals } from '#contract/renewals/endpoints.ts';
import { failuresOf } from '#contract/books/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { runBookChecks } from '#server/features/books/run-checks.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { openTestApp } from '#test/support/app.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';

const app = await openTestApp();
const admin = await naledi(app);
const as = { token: admin.token };
let people = 0;

const newMember = () => registered(app, { email: `held-${++people}@example.org` });
const pay = (id: string, amount: number) =>
  callApi(app, processInvoicePayment, { params: { id }, body: { amount } }, as);
const renew = (memberId: string, amount = 450) =>
  callApi(app, generateInvoice, { body: { memberId, amount, paymentType: 'EFT' } }, as);
const preview = (id: string) =>
  callApi(app, previewMembershipPayment, { params: { id }, query: {} }, as);

async function setFee(fee: number) {
  await app.db
    .updateTable('member_types')
    .set({ fee_cents: fee * 100 })
    .where('id', '=', await typeId(app, 'Individual'))
    .execute();
}

/** [source, counted, credit] in cents, and the kinds of the mails. */
async function moneyOf(invoiceId: string) {
  const { invoice, payments, mails } = await rowsOf(app, invoiceId);
  return {
    paid: invoice.paid_cents,
    payments: payments.map(({ source, counted_cents }) => [source, counted_cents]),
    mails: mails.map(({ kind }) => kind),
  };
}

async function mailOf(invoiceId: string, kind: string) {
  const { mails } = await rowsOf(app, invoiceId);
  const mail = mails.find((one) => one.kind === kind);
  assert.ok(mail);
  const message = await renderEmail({ db: app.db, publicUrl: 'https://members.example.org', mail });
  return message?.text.replaceAll(/ +/g, ' ') ?? '';
}

async function assertBooksAgree() {
  const failures = failuresOf((await runBookChecks(app.db, app.clock.now())) ?? []);
  // The nightly job, which sets the status of members, does not run here.
  const ofMoney = failures.filter(({ name }) => name !== 'Memberships');
  assert.deepEqual(
    ofMoney.map(({ name, rows }) => [name, rows]),
    [],
  );
}

test('the parts of an invoice that the renewal replaces pay a part of the new one', async () => {
  const { memberId, invoiceId: old } = await newMember();
  await pay(old, 300);
  await setFee(500);
  const { data } = await preview(memberId);
  assert.deepEqual([data.amount, data.carried], [150, 0], 'the open invoice keeps its amount');
  const { data: id } = await renew(memberId, 500);
  await setFee(450);
  assert.ok(id);
  assert.deepEqual(await moneyOf(id), {
    paid: 30_000,
    payments: [['credit', 30_000]],
    mails: ['invoice'],
  });
  const text = await mailOf(id, 'invoice');
  assert.match(text, /Amount: R500\.00\n/);
  assert.match(text, /Already paid: R300\.00\n/);
  assert.match(text, /Still to pay: R200\.00\n/);
  await assertBooksAgree();
});

test('a credit of an own invoice that covers the fee settles the renewal, and the receipt is the only mail', async () => {
  const { memberId, invoiceId: old } = await newMember();
  await pay(old, 900);
  const { status, message } = await preview(memberId);
  assert.deepEqual([status, message], [409, membershipPaymentTexts.isHeld(450)]);
  const { data: id } = await renew(memberId);
  assert.ok(id);
  assert.deepEqual(await moneyOf(id), {
    paid: 45_000,
    payments: [['credit', 45_000]],
    mails: ['receipt'],
  });
  assert.equal((await membershipOf(app, memberId)).periods.length, 2);
  await assertBooksAgree();
});

test('the receipt of a renewal that a credit paid says so, and what is left', async () => {
  const { memberId, invoiceId: old } = await newMember();
  await pay(old, 1000);
  const { data: id } = await renew(memberId);
  const text = await mailOf(id ?? '', 'receipt');
  assert.match(text, /Paid from the R450\.00 that we held for you\. R100\.00 is left\./);
  assert.doesNotMatch(text, /received your payment|Paid on/);
});

test('the receipt of a payment beside a carried credit names the payment, and the preview its period', async () => {
  const { memberId, invoiceId: old } = await newMember();
  await pay(old, 750);
  const params = { id: memberId };
  const query = { paidOn: '2027-03-01' };
  const { data } = await callApi(app, previewMembershipPayment, { params, query }, as);
  assert.deepEqual([data.amount, data.carried], [150, 300]);
  const body = { paidOn: '2027-03-01', paidUntil: data.paidUntil, amount: 150 };
  const paid = await callApi(app, recordMembershipPayment, { params, body }, as);
  assert.equal(paid.data.validUntil, data.validUntil);
  const { mails } = await rowsOf(app, paid.data.invoice.id);
  const mail = mails.find(({ kind }) => kind === 'receipt');
  assert.ok(mail);
  const message = await renderEmail({ db: app.db, publicUrl: 'https://members.example.org', mail });
  assert.match(message?.subject ?? '', /^Receipt for R150\.00/);
});

test('the preview of the rest of an open invoice counts from its latest part', async () => {
  const { memberId, invoiceId } = await newMember();
  await pay(invoiceId, 300);
  const params = { id: memberId };
  const query = { paidOn: '2027-03-01' };
  const { data } = await callApi(app, previewMembershipPayment, { params, query }, as);
  const body = { paidOn: '2027-03-01', paidUntil: data.paidUntil, amount: 150 };
  const paid = await callApi(app, recordMembershipPayment, { params, body }, as);
  assert.equal(paid.data.validUntil, data.validUntil);
});

test('what is left of a credit after the renewal stays a credit', async () => {
  const { memberId, invoiceId: old } = await newMember();
  await pay(old, 1000);
  await renew(memberId);
  const { payments } = await rowsOf(app, old);
  assert.deepEqual(
    payments.map(({ counted_cents, used_cents, credit_cents }) => [
      counted_cents,
      used_cents,
      credit_cents,
    ]),
    [[45_000, 45_000, 10_000]],
  );
});

test('money with the name of the member and money of others are not carried', async () => {
  const { memberId, invoiceId: old } = await newMember();
  await pay(old, 450);
  const other = await newMember();
  await pay(other.invoiceId, 900);
  const body = { payerName: 'Thandi Dlamini', amount: 450 };
  await callApi(app, recordMoney, { body }, as);
  const { data: id } = await renew(memberId);
  assert.ok(id);
  assert.deepEqual(await moneyOf(id), { paid: 0, payments: [], mails: ['invoice'] });
});

test('a payment with another type carries the parts of the voided invoice', async () => {
  const { memberId, invoiceId: old } = await newMember();
  await pay(old, 300);
  const family = await typeId(app, 'FAMILY');
  const { fee_cents } = await app.db
    .selectFrom('member_types')
    .select('fee_cents')
    .where('id', '=', family)
    .executeTakeFirstOrThrow();
  const chosen = { params: { id: memberId }, query: { memberTypeId: family } };
  const { data } = await callApi(app, previewMembershipPayment, chosen, as);
  assert.deepEqual([data.amount, data.carried], [fee_cents / 100 - 300, 300]);
  const body = { memberTypeId: family, paidUntil: null, balance: data.amount };
  const paid = await callApi(app, recordMembershipPayment, { params: { id: memberId }, body }, as);
  assert.equal(paid.status, 200);
  assert.equal(paid.data.invoice.isPaid, true);
  const { payments, mails } = await moneyOf(paid.data.invoice.id);
  assert.deepEqual(
    payments.toSorted((one, two) => Number(one[1]) - Number(two[1])),
    [
      ['credit', 30_000],
      ['administrator', fee_cents - 30_000],
    ],
  );
  assert.deepEqual(mails, ['receipt']);
  await assertBooksAgree();
});

test('renewals of many say what is carried, carry it, and mail a receipt where it pays', async () => {
  const whole = await newMember();
  const part = await newMember();
  const none = await newMember();
  for (const { invoiceId } of [whole, none])
    await pay(invoiceId, invoiceId === whole.invoiceId ? 900 : 450);
  await pay(part.invoiceId, 550);
  app.clock.set('2028-02-20T08:00:00Z');
  const { token } = await naledi(app);
  const members = [whole, part, none].map(({ memberId }) => memberId);
  const body = { selectedItems: members };
  const counted = await callApi(app, previewRenewals, { body }, { token });
  assert.deepEqual(counted.data.toSend, 3);
  assert.deepEqual(counted.data.carried, { members: 2, amount: 550 });
  const { data } = await callApi(app, sendRenewals, { body }, { token });
  assert.equal(data.created, 3);
  const invoices = await app.db
    .selectFrom('invoices')
    .select(['id', 'member_id', 'sent_at'])
    .where('member_id', 'in', members)
    .where('created_at', '>', new Date('2028-01-01'))
    .execute();
  const ofMember = (memberId: string) => invoices.find(({ member_id }) => member_id === memberId);
  const mailsOf = async (memberId: string) => (await moneyOf(ofMember(memberId)?.id ?? '')).mails;
  assert.deepEqual(await mailsOf(whole.memberId), ['receipt']);
  assert.equal(ofMember(whole.memberId)?.sent_at, null);
  assert.deepEqual(await mailsOf(part.memberId), ['invoice']);
  assert.deepEqual(await mailsOf(none.memberId), ['invoice']);
  assert.equal((await moneyOf(ofMember(part.memberId)?.id ?? '')).paid, 10_000);
  await assertBooksAgree();
});

test('twenty renewals and uses of the credit at once spend it once', async () => {
  const { token } = await naledi(app);
  for (let round = 0; round < 3; round++) {
    const { memberId, invoiceId: old } = await newMember();
    await callApi(
      app,
      processInvoicePayment,
      { params: { id: old }, body: { amount: 900 } },
      { token },
    );
    const credit = (await rowsOf(app, old)).payments[0]!;
    const body = { memberId, amount: 450, paymentType: 'EFT' } as const;
    const outcomes = await concurrently(20, (place): Promise<{ status: number }> =>
      place % 4 === 3
        ? callApi(
            app,
            closeCredit,
            { params: { id: credit.id }, body: { reason: 'Kept' } },
            { token },
          )
        : callApi(app, generateInvoice, { body }, { token }),
    );
    assert.deepEqual(failed(outcomes), []);
    const { payments } = await rowsOf(app, old);
    assert.deepEqual([payments[0]?.used_cents, payments[0]?.credit_cents], [45_000, 0]);
    const open = await app.db
      .selectFrom('invoices')
      .select('id')
      .where('member_id', '=', memberId)
      .where(whereOpen('invoices'))
      .execute();
    assert.ok(open.length <= 1);
  }
  await assertBooksAgree();
});

test('a void invoice of the member keeps its credit for the renewal', async () => {
  const { token } = await naledi(app);
  const { memberId, invoiceId: old } = await newMember();
  await callApi(
    app,
    processInvoicePayment,
    { params: { id: old }, body: { amount: 100 } },
    { token },
  );
  const body = { reason: 'A mistake' };
  await callApi(app, voidInvoice, { params: { id: old }, body }, { token });
  const renewal = { memberId, amount: 450, paymentType: 'Credit Card' } as const;
  const { data: id } = await callApi(app, generateInvoice, { body: renewal }, { token });
  assert.ok(id);
  assert.deepEqual(await moneyOf(id), { paid: 10_000, payments: [['credit', 10_000]], mails: [] });
});

/** The member's first invoice is void, and the renewal is open. R100 was paid for the first one afterwards. */
async function withLateCredit(amount: number) {
  const { token } = await naledi(app);
  const { memberId, invoiceId: old } = await newMember();
  const body = { reason: 'A mistake' };
  await callApi(app, voidInvoice, { params: { id: old }, body }, { token });
  const renewal = { body: { memberId, amount: 450, paymentType: 'EFT' } } as const;
  const { data: open } = await callApi(app, generateInvoice, renewal, { token });
  assert.ok(open);
  const card = { source: 'payfast', externalReference: `payfast:late-${people}` } as const;
  await settleInvoice(app.ctx(), { invoiceId: old, ...card, amountCents: amount * 100 });
  const again = async () => (await callApi(app, generateInvoice, renewal, { token })).data;
  return { memberId, open, again, token };
}

test('a credit that came after the open invoice pays a part of it when the member renews again', async () => {
  const { open, again } = await withLateCredit(100);
  assert.equal(await again(), open);
  const { paid, payments } = await moneyOf(open);
  assert.deepEqual([paid, payments], [10_000, [['credit', 10_000]]]);
  assert.match(await mailOf(open, 'invoice'), /Still to pay: R350\.00\n/);
  await assertBooksAgree();
});

test('a later credit that covers the open invoice settles it, and its waiting mail is withdrawn', async () => {
  const { memberId, open, again, token } = await withLateCredit(500);
  const params = { id: memberId };
  const { status, message } = await callApi(
    app,
    previewMembershipPayment,
    { params, query: {} },
    { token },
  );
  assert.deepEqual([status, message], [409, membershipPaymentTexts.isHeld(450)]);
  assert.equal(await again(), open);
  const { paid, mails } = await moneyOf(open);
  assert.deepEqual([paid, mails], [45_000, ['receipt']]);
  await assertBooksAgree();
});

test('a payment of the open invoice counts what came since, as the preview says', async () => {
  const { memberId, open, token } = await withLateCredit(100);
  const params = { id: memberId };
  const { data } = await callApi(app, previewMembershipPayment, { params, query: {} }, { token });
  assert.deepEqual([data.amount, data.carried], [350, 100]);
  const body = { paidUntil: data.paidUntil, amount: 350, balance: 350 };
  const paid = await callApi(app, recordMembershipPayment, { params, body }, { token });
  assert.deepEqual([paid.status, paid.data.invoice.id], [200, open]);
  assert.equal(paid.data.validUntil, data.validUntil);
  assert.equal(paid.data.invoice.isPaid, true);
  await assertBooksAgree();
});
