import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { bookMoneyLine } from '#contract/bank-matching/endpoints.ts';
import { createInvoice, deleteInvoice } from '#contract/invoices/admin-endpoints.ts';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { deleteDonation } from '#contract/donations/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { type BookResult, failuresOf } from '#contract/books/endpoints.ts';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { openTestApp } from '#test/support/app.ts';
import { checkedAfter } from '#test/support/books/agree.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { oneMovement, openStatements } from '#test/support/bank-statements/open-statements.ts';
import { judgeDue, notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, registered } from '#test/support/people.ts';
import { runBookChecks } from './run-checks.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const admin = await naledi(app);
const as = { token: admin.token };

/** A member with an overpaid invoice, of which R40 was refunded and R50 was carried to another member's. */
async function fillBooks() {
  const paid = await registered(app, { email: 'paid@example.org' });
  await settleInvoice(app.ctx(), {
    invoiceId: paid.invoiceId,
    source: 'administrator',
    amountCents: 55_000,
  });
  const id = (await rowsOf(app, paid.invoiceId)).payments[0]?.id ?? '';
  const other = await registered(app, { email: 'other@example.org' });
  const refund = { amount: 40, refundedOn: '2027-03-10' };
  await callApi(app, credits.refundCredit, { params: { id }, body: refund }, as);
  const carry = { invoiceId: other.invoiceId, amount: 50 };
  assert.equal(
    (await callApi(app, credits.carryCredit, { params: { id }, body: carry }, as)).status,
    200,
  );
  const donationId = await pledged(app);
  const told = { item_name: 'TGA - Donation Payment', pf_payment_id: '1089250' };
  await notify(app, 'donation', signed(toldOf(donationId, told)));
  await judgeDue(app);
  await pledged(app);
  const statements = openStatements(app, as.token);
  await statements.imported(oneMovement('books'));
  const bankLine = await app.db.selectFrom('bank_lines').select('id').executeTakeFirstOrThrow();
  const parts = [{ kind: 'credit' as const, amount: 650, payerName: 'A Guest' }];
  const booked = await callApi(app, bookMoneyLine, { params: bankLine, body: { parts } }, as);
  assert.equal(booked.data.state, 'matched');
  const { number } = (await rowsOf(app, paid.invoiceId)).invoice;
  const { number: memberNumber } = await membershipOf(app, paid.memberId);
  return {
    ...paid,
    paymentId: id,
    other,
    donationId,
    name: invoiceNumber(number),
    memberNumber: membershipNumber(memberNumber ?? 0),
  };
}

const world = await fillBooks();

function failuresByName(results: readonly BookResult[]) {
  return Object.fromEntries(
    failuresOf(results).map(({ name, rows, count, advice }) => {
      assert.notEqual(advice, '');
      assert.ok(count >= rows.length);
      return [name, rows];
    }),
  );
}

test('books with part payments, refunds, carried credits, cards and statements agree', async () => {
  const results = await runBookChecks(app.db, app.clock.now());
  assert.deepEqual(failuresByName(results ?? []), {});
  assert.equal(results?.length, 15);
  const sum = results?.find(({ name }) => name === 'The sum')?.finding ?? '';
  assert.match(sum, /^R\d+\.00 was received\. R500\.00 counts for invoices and /);
  assert.match(
    sum,
    /R40\.00 was refunded, R0\.00 was used otherwise, R660\.00 is left as credits\.$/,
  );
});

const whereInvoice = `WHERE id = '${world.invoiceId}'`;
const wherePayment = `WHERE id = '${world.paymentId}'`;
const name = world.name;

/** Statements that spoil the database, the check that fails, and a row that it names. */
const spoiled: [what: string, statements: string[], check: string, row: RegExp][] = [
  [
    'an invoice has a sum that its payments do not have',
    [
      'ALTER TABLE invoices DROP CONSTRAINT invoices_paid_whole',
      `UPDATE invoices SET paid_cents = 30000 ${whereInvoice}`,
    ],
    'Invoices',
    new RegExp(`^${name}: R300.00 is noted as paid, its payments count R450.00$`),
  ],
  [
    'a paid invoice points to no payment',
    [
      'ALTER TABLE invoices DROP CONSTRAINT invoices_paid_whole',
      `UPDATE invoices SET payment_id = NULL ${whereInvoice}`,
    ],
    'Invoices',
    new RegExp(`^${name}: it is paid, and points to no payment$`),
  ],
  [
    'an invoice points to the payment of another one',
    [
      `UPDATE invoices SET payment_id = (SELECT id FROM payments WHERE source = 'credit') ${whereInvoice}`,
    ],
    'Invoices',
    new RegExp(`^${name}: it does not point to the latest of its payments$`),
  ],
  [
    'a void invoice is paid',
    [
      'ALTER TABLE invoices DROP CONSTRAINT invoices_void_is_unpaid',
      `UPDATE invoices SET voided_at = now(), void_reason = 'x' ${whereInvoice}`,
    ],
    'Invoices',
    new RegExp(`^${name}: it is void, its payments count R450.00$`),
  ],
  [
    'a donation is received without its payment',
    [
      `UPDATE payments SET reversed_at = now(), reversed_by = '${admin.id}', reversed_reason = 'x'
      WHERE donation_id = '${world.donationId}'`,
    ],
    'Donations',
    /^DON-\d{5}: R[\d.]+ is noted as paid, its payments count R0\.00$/,
  ],
  [
    'more of a credit is noted as used than was used',
    [`UPDATE payments SET used_cents = used_cents + 500 ${wherePayment}`],
    'Payments and credits',
    new RegExp(
      `^R550.00 of 10 Mar 2027 \\(${name}\\): R95.00 is noted as used, its uses are R90.00$`,
    ),
  ],
  [
    'more of a payment is used than was received',
    [
      'ALTER TABLE payments DROP CONSTRAINT payments_parts_fit',
      `UPDATE payments SET amount_cents = 46000 ${wherePayment}`,
    ],
    'Payments and credits',
    /: more is used than was received$/,
  ],
  [
    'a payment with a refund is undone as a mistake',
    [
      'ALTER TABLE payments DISABLE TRIGGER payments_line_opened',
      `UPDATE payments SET reversed_at = now(), reversed_by = '${admin.id}', reversed_reason = 'x' ${wherePayment}`,
    ],
    'Payments and credits',
    /^R550\.00 of 10 Mar 2027 \(INV-\d{5}\): its money never came, and was used$/,
  ],
  [
    'a carried payment has another amount than its credit',
    [`UPDATE payments SET amount_cents = 5500 WHERE source = 'credit'`],
    'Payments and credits',
    /^R55\.00 of 10 Mar 2027 \(INV-\d{5}\): R50\.00 of a credit was carried to it$/,
  ],
  [
    'a payment from a credit lost its credit',
    [`UPDATE payments SET source = 'administrator' WHERE source = 'credit'`],
    'Payments and credits',
    /: it is new money, and a credit was carried to it$/,
  ],
  [
    'a payment says that it came from a credit',
    [`UPDATE payments SET source = 'credit' ${wherePayment}`],
    'Payments and credits',
    /: it came from a credit, and no credit was used for it$/,
  ],
  [
    'only the use of a carried credit was undone',
    [
      `UPDATE credit_uses SET reversed_at = now(), reversed_by = '${admin.id}', reversed_reason = 'x'
       WHERE carried_to IS NOT NULL`,
      `UPDATE payments SET used_cents = 4000 ${wherePayment}`,
    ],
    'Payments and credits',
    /: only one of it and its credit was undone$/,
  ],
  [
    'money disappeared from an invoice',
    [
      'ALTER TABLE invoices DROP CONSTRAINT invoices_paid_whole',
      `UPDATE invoices SET paid_cents = 44999 ${whereInvoice}`,
    ],
    'The sum',
    /^R0\.01 is missing$/,
  ],
  [
    'an invoice was deleted without a trace',
    [
      `DELETE FROM membership_periods`,
      `DELETE FROM payments`,
      `DELETE FROM invoices ${whereInvoice}`,
    ],
    'Numbers',
    new RegExp(`^${name}$`),
  ],
  [
    'the counter of donations is below a donation',
    [`UPDATE counters SET last_used = 0 WHERE name = 'donation'`],
    'Numbers',
    /^DON-00001 is above the counter$/,
  ],
  [
    'the counter of invoices skipped numbers',
    [`UPDATE counters SET last_used = 50 WHERE name = 'invoice'`],
    'Numbers',
    /^INV-\d{5} to INV-00050$/,
  ],
  [
    'an Active member has no period',
    [`DELETE FROM membership_periods`, `UPDATE members SET paid_until = NULL`],
    'Memberships',
    new RegExp(`^Member ${world.memberNumber}: Active without a period$`),
  ],
  [
    'a member is paid for longer than the periods',
    [`UPDATE members SET paid_until = '2030-01-01' WHERE id = '${world.memberId}'`],
    'Memberships',
    /: paid until is not the end of the last period$/,
  ],
  [
    'an Active member has a period that ended long ago',
    [
      `UPDATE membership_periods SET starts_on = '2025-01-01', ends_on = '2025-12-31'`,
      `UPDATE members SET paid_until = '2025-12-31' WHERE id = '${world.memberId}'`,
    ],
    'Memberships',
    /: Active, and the last period ends on another day$/,
  ],
  [
    'a period rests on an invoice that is not paid',
    [`UPDATE membership_periods SET invoice_id = '${world.other.invoiceId}'`],
    'Memberships',
    /: the period of INV-\d{5}, which is not paid$/,
  ],
  [
    'a paid membership invoice has no period',
    [`UPDATE membership_periods SET invoice_id = NULL`],
    'Memberships',
    new RegExp(`: ${name} is paid, and added no period$`),
  ],
  [
    'the payment of a settled notification is gone',
    [`UPDATE payments SET external_reference = NULL`],
    'Card notifications',
    /^PayFast number 1089250/,
  ],
  [
    'the fee of a notification',
    [`UPDATE card_notifications SET fee_cents = 1`],
    'Card notifications',
    /^PayFast number 1089250 \(DON-\d{5}\): its fee is R0\.01, in the message R10\.35$/,
  ],
  [
    'the fee of a notification whose message was erased',
    [`UPDATE card_notifications SET fee_cents = 1, body = ''`],
    'Card notifications',
    /^PayFast number 1089250: its fee is R0\.01, the ledger has R10\.35$/,
  ],
  [
    'the fee of a card payment in the ledger',
    [
      `UPDATE ledger_lines SET cents = 2 * cents WHERE account IN ('fees', 'payfast') AND entry_id IN (SELECT id FROM ledger_entries WHERE kind = 'card-fee')`,
    ],
    'Card notifications',
    /^PayFast number 1089250: its fee is R10\.35, the ledger has R20\.70$/,
  ],
  [
    'the notification that recorded a payment is a refused one',
    [`UPDATE card_notifications SET verdict = 'refused'`],
    'Audit log',
    /: it is from PayFast, and no message or list of PayFast has it/,
  ],
  [
    'a second notification has recorded a payment',
    [
      `INSERT INTO card_notifications (id, kind, body, source_address, is_signed, received_at, record_id, provider_id,
         payment_status, amount_cents, verdict, judged_at)
       SELECT gen_random_uuid(), kind, '', source_address, is_signed, received_at, record_id, provider_id,
         payment_status, amount_cents, verdict, judged_at FROM card_notifications`,
    ],
    'Card notifications',
    /^PayFast number 1089250: 2 messages have recorded its payment$/,
  ],
  [
    'more of a bank line is booked than it has',
    [
      'ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_booked',
      'ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_matched',
      'UPDATE bank_lines SET booked_cents = amount_cents + 1',
    ],
    'Bank statements',
    /^Line of \d+ \w{3} \d{4}, R[\d.]+: payments use R[\d.]+ of it$/,
  ],
  [
    'a dismissed line is booked',
    [
      'ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_dismissed',
      `UPDATE bank_lines SET booked_cents = 1, state = 'dismissed'`,
    ],
    'Bank statements',
    /: it was dismissed, and payments use R0\.01$/,
  ],
  [
    'a line has a state that does not exist',
    [
      'ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_state_check',
      'ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_matched',
      'ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_dismissed',
      `UPDATE bank_lines SET state = 'lost'`,
    ],
    'Bank statements',
    /: it has the unknown state lost$/,
  ],
  [
    'a match was deleted',
    ['DELETE FROM bank_matches'],
    'Bank statements',
    /: R650\.00 is noted as booked, its matches are R0\.00$/,
  ],
  [
    'a booked line says that it is open',
    [
      'ALTER TABLE bank_lines DROP CONSTRAINT bank_lines_matched',
      `UPDATE bank_lines SET state = 'open'`,
    ],
    'Bank statements',
    /: it is open, and R650\.00 of it is booked$/,
  ],
  [
    'a payment of a bank line has lost its line',
    [
      'UPDATE bank_matches SET reversed_at = now(), reversed_by = recorded_by, reversed_reason = $$x$$',
    ],
    'Bank statements',
    /^Payment of .*, R650\.00: it is from a bank statement, and no bank line has it$/,
  ],
  [
    'a match has another amount than its payment',
    ['UPDATE bank_matches SET amount_cents = 1'],
    'Bank statements',
    /^Payment of .*, R650\.00: a bank line has it with R0\.01$/,
  ],
  [
    'a statement lost a line',
    ['DELETE FROM bank_lines'],
    'Bank statements',
    /^Statement of .* to .*: 1 lines were new, 0 are here$/,
  ],
];

for (const [what, statements, check, row] of spoiled) {
  test(`${what}: the check "${check}" fails and names it`, async () => {
    const failures = failuresByName(await checkedAfter(app, statements.join(';')));
    const rows = failures[check] ?? [];
    assert.ok(
      rows.some((one) => row.test(one)),
      JSON.stringify(failures),
    );
  });
}

test('what was deleted, skipped or undone in the application leaves books that agree', async () => {
  const { id, invoiceId } = { id: world.paymentId, invoiceId: world.other.invoiceId };
  const { payments } = await rowsOf(app, invoiceId);
  const body = { reason: 'A mistake' };
  const carried = payments[0]?.id ?? '';
  assert.equal(
    (await callApi(app, undoPayment, { params: { id: carried }, body }, as)).status,
    200,
  );
  await callApi(app, credits.closeCredit, { params: { id }, body }, as);
  await callApi(
    app,
    processInvoicePayment,
    { params: { id: invoiceId }, body: { amount: 10 } },
    as,
  );
  const form = { userFirstName: 'Koos', userLastName: 'Nel', userEmail: 'koos@example.org' };
  const invoice = { ...form, amount: 120, paymentType: 'EFT' } as const;
  const create = () => callApi(app, createInvoice, { body: invoice }, as);
  const { data: gone } = await create();
  await callApi(app, deleteInvoice, { params: { id: gone.id } }, as);
  const gift = { params: { id: await pledged(app) } };
  assert.equal((await callApi(app, deleteDonation, gift, as)).status, 204);
  const company = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const skip = { params: { id: company.id }, body: { lastUsedInvoiceNumber: 700 } };
  assert.equal((await callApi(app, updateCompanyInfo, skip, as)).status, 200);
  await create();
  assert.deepEqual(failuresByName((await runBookChecks(app.db, app.clock.now())) ?? []), {});
});

test('a check that another process makes is not made twice', async () => {
  const busy = await app.db.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock(727027)`.execute(db);
    return runBookChecks(app.db, app.clock.now());
  });
  assert.equal(busy, null);
});
