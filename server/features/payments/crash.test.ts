import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { lastUsed } from '#test/support/assertions.ts';
import { mokoenaChildren, registered, thandisForm, typeId } from '#test/support/people.ts';
import {
  assertWhole,
  countsOf,
  crashAtEveryStatement,
  dieInTheMiddle,
  crashPointAt,
} from '#test/support/crash-at-every-statement.ts';
import { registerOnce, type CrashOutcome } from '#test/support/crash-runner.ts';
import { numbersAfter } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';

const app = await openTestApp();
const family = await typeId(app, familyTypeName);
const doom = crashPointAt(app);

const registration = {
  users: 1,
  members: 1,
  relatives: 4,
  invoices: 1,
  mails: 1,
  keys: 1,
};

const registrationOf = (email: string) =>
  countsOf(
    app,
    sql<typeof registration>`
    SELECT (SELECT count(*) FROM users WHERE email = ${email}) AS users,
      (SELECT count(*) FROM members WHERE email = ${email}) AS members,
      (SELECT count(*) FROM member_relatives WHERE email = ${email}) AS relatives,
      (SELECT count(*) FROM invoices WHERE payer_email = ${email}) AS invoices,
      (SELECT count(*) FROM mails WHERE to_email = ${email}) AS mails,
      (SELECT count(*) FROM idempotency_keys WHERE key = ${email}) AS keys`,
  );

const registering = (name: string) => async (death: CrashOutcome) => {
  const email = `${name}-${death}@example.org`.toLowerCase();
  const relatives = mokoenaChildren.map((child) => ({ ...child, email }));
  const form = await thandisForm(app, { email, memberTypeId: family, relatives });
  const end = await doom({ register: form }, death);
  assertWhole(await registrationOf(email), registration, { death, end });
  await registerOnce(app.ctx(), form);
  assert.deepEqual(await registrationOf(email), registration);
  return end;
};

async function assertNoInvoiceNumberBurned() {
  const rows = await app.db.selectFrom('invoices').select('number').orderBy('number').execute();
  const numbers = rows.map((row) => row.number);
  assert.deepEqual(numbers, numbersAfter(0, numbers.length), 'no number is used up');
  assert.equal(await lastUsed(app, 'invoice'), numbers.length);
}

test('a registration killed in the middle or around its commit is saved completely or not at all, and a retry succeeds', async () => {
  await dieInTheMiddle(registering('middle'));
  await assertNoInvoiceNumberBurned();
});

test('a registration killed between any two statements is saved completely or not at all, and a retry succeeds @full', async () => {
  await crashAtEveryStatement(registering('killed'));
  await assertNoInvoiceNumberBurned();
});

const settlement = {
  payments: 1,
  paid: 1,
  periods: 1,
  numbers: 1,
  active: 1,
  receipts: 1,
};

const settlementOf = (invoiceId: string) =>
  countsOf(
    app,
    sql<typeof settlement>`
    SELECT (SELECT count(*) FROM payments WHERE invoice_id = i.id) AS payments,
      (i.payment_id IS NOT NULL)::int AS paid,
      (SELECT count(*) FROM membership_periods WHERE member_id = m.id) AS periods,
      (m.number IS NOT NULL)::int AS numbers,
      (s.name = 'Active')::int AS active,
      (SELECT count(*) FROM mails WHERE to_email = m.email AND kind = 'receipt') AS receipts
    FROM invoices i JOIN members m ON m.id = i.member_id
      JOIN member_statuses s ON s.id = m.member_status_id
    WHERE i.id = ${invoiceId}`,
  );

const settling = (name: string) => async (death: CrashOutcome) => {
  const email = `${name}-${death}@example.org`.toLowerCase();
  const { invoiceId } = await registered(app, { email });
  const end = await doom({ settle: invoiceId }, death);
  assertWhole(await settlementOf(invoiceId), settlement, { death, end });
  await settleInvoice(app.ctx(), { invoiceId, source: 'payfast' });
  assert.deepEqual(await settlementOf(invoiceId), settlement);
  return end;
};

async function assertNoMemberNumberBurned() {
  const rows = await app.db
    .selectFrom('members')
    .select('number')
    .where('number', 'is not', null)
    .orderBy('number')
    .execute();
  const numbers = rows.map((row) => row.number);
  assert.deepEqual(numbers, numbersAfter(0, numbers.length), 'no number is used up');
  assert.equal(await lastUsed(app, 'member'), numbers.length);
}

test('a payment killed in the middle or around its commit is saved completely or not at all, and a retry succeeds', async () => {
  await dieInTheMiddle(settling('halfway'));
  await assertNoMemberNumberBurned();
});

test('a payment killed between any two statements is saved completely or not at all, and a retry succeeds @full', async () => {
  await crashAtEveryStatement(settling('settled'));
  await assertNoMemberNumberBurned();
});
