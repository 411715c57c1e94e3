import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { bookMoneyLine } from '#contract/bank-matching/endpoints.ts';
import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { createInvoice, deleteInvoice, updateInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { updateMemberType } from '#contract/member-types/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { closeMonth, getFigures } from '#contract/month-end/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import * as credits from '#contract/payments/credits.ts';
import { writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callApi } from '#test/support/call.ts';
import { openImports } from '#test/support/imports/open-imports.ts';
import { settleDonation } from '#test/support/books/settle.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, proveNow, registered, tokenOf, typeId } from '#test/support/people.ts';
import { checkDueBooks } from './check-due-books.ts';
import { inGroups } from './month-digests.ts';
import { evaluateBooks } from './run-checks.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
async function as() {
  const token = await tokenOf(app, adminId);
  await proveNow(app, adminId);
  return { token };
}
const close = async (month: string) => callApi(app, closeMonth, { body: { month } }, await as());

let balanceCents = 1_200_000;

/** A bank line of R650.00 and one of R70.00 on this day, after the statements before. */
function statementOf(day: string): string {
  const movements = [
    { day, cents: 65_000, kind: 'MAGTAPE CREDIT', text: `A guest of ${day}` },
    { day, cents: 7000, kind: 'MAGTAPE CREDIT', text: `Another guest of ${day}` },
  ];
  const account = { number: '62000000017', openingCents: balanceCents };
  balanceCents += 72_000;
  return writeStatement('fnb-history', movements, account);
}

/** A month in which everything happens once. */
async function liveThrough(month: string) {
  const at = (day: number) => app.clock.set(`${month}-${String(day).padStart(2, '0')}T08:00:00Z`);
  at(5);
  const paid = await registered(app, { email: `paid-${month}@example.org` });
  const open = await registered(app, { email: `open-${month}@example.org` });
  const byHand = await registered(app, { email: `by-hand-${month}@example.org` });
  const pay = { params: { id: paid.invoiceId }, body: { amount: 550 } };
  assert.equal((await callApi(app, processInvoicePayment, pay, await as())).status, 200);
  const paymentId = (await rowsOf(app, paid.invoiceId)).payments[0]?.id ?? '';
  const refund = { amount: 40, refundedOn: `${month}-05` };
  await callApi(app, credits.refundCredit, { params: { id: paymentId }, body: refund }, await as());
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM member_statuses WHERE name = 'Active'`.execute(app.db);
  const active = { params: { id: byHand.memberId }, body: { memberStatusID: rows[0]?.id ?? '' } };
  assert.equal((await callApi(app, updateMember, active, await as())).status, 200);
  const donationId = await pledged(app);
  await settleDonation(app.ctx(), {
    donationId,
    source: 'payfast',
    externalReference: `payfast:${month}`,
  });
  const statements = openStatements(app, (await as()).token);
  const statementId = await statements.imported(statementOf(`${month}-04`));
  const lines = await app.db
    .selectFrom('bank_lines')
    .select('id')
    .where('statement_id', '=', statementId)
    .orderBy('amount_cents', 'desc')
    .execute();
  const line = lines[0]?.id ?? '';
  const parts = [{ kind: 'credit' as const, amount: 650, payerName: 'A Guest' }];
  await callApi(app, bookMoneyLine, { params: { id: line }, body: { parts } }, await as());
  const form = { userFirstName: 'Koos', userLastName: 'Nel', userEmail: 'koos@example.org' };
  const body = { ...form, amount: 120, paymentType: 'EFT' } as const;
  const unsent = (await callApi(app, createInvoice, { body }, await as())).data;
  const lost = (await callApi(app, createInvoice, { body }, await as())).data.id;
  const writeOff = { params: { id: lost }, body: { amount: 120, reason: 'Moved away' } };
  assert.equal((await callApi(app, writeOffInvoice, writeOff, await as())).status, 200);
  const nameOf = async (id: string) => invoiceNumber((await rowsOf(app, id)).invoice.number);
  return {
    paid: paid.invoiceId,
    paidName: await nameOf(paid.invoiceId),
    open: open.invoiceId,
    openName: await nameOf(open.invoiceId),
    memberId: paid.memberId,
    byHandId: byHand.memberId,
    paymentId,
    donationId,
    statementId,
    line,
    openLine: lines[1]?.id ?? '',
    lost,
    unsent: unsent.id,
    unsentName: unsent.invoiceNumber,
  };
}

async function fillBooks() {
  app.clock.set('2027-03-01T08:00:00Z');
  const company = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
  const details = { bank: 'FNB', accountNumber: '62000000017', branchCode: '250655' };
  const changed = { params: company, body: details };
  assert.equal((await callApi(app, updateCompanyInfo, changed, await as())).status, 200);
  const typeParams = { id: await typeId(app, 'Student') };
  await callApi(app, updateMemberType, { params: typeParams, body: { fee: 250 } }, await as());
  const march = await liveThrough('2027-03');
  const april = await liveThrough('2027-04');
  app.clock.set('2027-05-01T08:00:00Z');
  await assertBooksAgree(app);
  assert.equal((await close('2027-04')).status, 200);
  return { march, april, may: await liveThrough('2027-05') };
}

const { march, april, may } = await fillBooks();

test('books of three months, two of them closed, agree', async () => {
  await assertBooksAgree(app);
});

const contents = (name: string) => new RegExp(`^Contents: ${name}, R[\\d.]+: its `);
const ledger = /^Ledger: /;
const listOf = (month: string) =>
  `closed_month_id = (SELECT id FROM closed_months WHERE month = '${month}-01')`;
const inLedger = (of: typeof may, change: string) => `
  UPDATE ledger_entries SET ${change} WHERE source_id = '${of.paymentId}' AND kind = 'received'`;
const ofEntry = (of: typeof may) =>
  `entry_id = (SELECT id FROM ledger_entries WHERE source_id = '${of.paymentId}' AND kind = 'received')`;

/** Each with what it is named as. The first ones are those of an auditor's list. */
const changes: [what: string, statements: string, named: RegExp][] = [
  [
    'the bank account of the organisation',
    `UPDATE company_info SET account_number = '1234567890'`,
    /^Contents: Bank details of the organisation: the account number is not what the audit log says$/,
  ],
  [
    'the bank account on an issued invoice',
    `UPDATE invoices SET issuer = jsonb_set(issuer, '{accountNumber}', '"1234567890"') WHERE id = '${may.open}'`,
    contents(may.openName),
  ],
  [
    'the bank account on an issued invoice, and that of the organisation with its entry',
    `UPDATE company_info SET account_number = '1234567890';
     UPDATE audit_entries SET after = after || '{"accountNumber": "1234567890"}' WHERE after ? 'accountNumber'`,
    new RegExp(`^Contents: ${may.openName}: it does not show the bank details of its time$`),
  ],
  [
    'the amount of a sent invoice',
    `UPDATE invoices SET amount_cents = 6400 WHERE id = '${may.open}'`,
    contents(may.openName),
  ],
  [
    'a sent invoice is void',
    `UPDATE invoices SET voided_at = now(), void_reason = 'x' WHERE id = '${may.open}'`,
    contents(may.openName),
  ],
  ...(['payer_last_name', 'payer_email', 'line'] as const).map(
    (column): (typeof changes)[number] => [
      `${column} of a paid invoice`,
      `UPDATE invoices SET ${column} = 'X' WHERE id = '${may.paid}'`,
      contents(may.paidName),
    ],
  ),
  [
    'the day of an issued invoice',
    `UPDATE invoices SET created_at = created_at - interval '20 days' WHERE id = '${may.open}'`,
    contents(may.openName),
  ],
  [
    'a membership of ten years more',
    `UPDATE membership_periods SET ends_on = ends_on + interval '10 years' WHERE member_id = '${may.memberId}';
     UPDATE members SET paid_until = paid_until + interval '10 years' WHERE id = '${may.memberId}'`,
    /^Memberships: Member \d+: the period of 5 May 2027 to 4 May 2038 does not end as the rule says$/,
  ],
  [
    'a membership that begins ten years later',
    `UPDATE membership_periods SET starts_on = starts_on + interval '10 years',
       ends_on = ends_on + interval '10 years' WHERE member_id = '${may.memberId}'`,
    /^Memberships: .* begins after its payment and after the period before it$/,
  ],
  [
    'a membership by hand that begins ten years later',
    `UPDATE membership_periods SET starts_on = starts_on + interval '10 years',
       ends_on = ends_on + interval '10 years' WHERE member_id = '${may.byHandId}'`,
    /^Memberships: .* to 4 May 2038 is not what the audit log says$/,
  ],
  [
    'the donor of a received donation',
    `UPDATE donations SET first_name = 'X' WHERE id = '${may.donationId}'`,
    /^Contents: DON-\d+, R[\d.]+: its donor, amount or day were changed after it was made$/,
  ],
  [
    'the amount of a received donation',
    `UPDATE donations SET amount_cents = 10 * amount_cents, paid_cents = 10 * paid_cents WHERE id = '${may.donationId}'`,
    /^Contents: DON-\d+, R[\d.]+: its donor, /,
  ],
  [
    'an entry of an open month is in another one',
    inLedger(may, `booked_on = '2027-06-01'`),
    /^Ledger: Ledger entry \d+ of INV-\d+: it is of 5 May 2027 and in the books on 1 Jun 2027, and no month was closed between them$/,
  ],
  [
    'an entry is of another day',
    inLedger(may, `day = '2027-05-04', booked_on = '2027-05-04'`),
    ledger,
  ],
  ['an entry is of another kind', inLedger(may, `kind = 'carried'`), ledger],
  [
    'an entry of no line of the bank',
    `INSERT INTO ledger_entries (day, booked_on, kind, source_id)
       VALUES ('2027-05-05', '2027-05-05', 'elsewhere', gen_random_uuid());
     INSERT INTO ledger_lines (entry_id, account, cents)
       SELECT max(id), v.account, v.cents FROM ledger_entries, (VALUES ('cash', -5000), ('elsewhere', 5000)) AS v (account, cents)
       GROUP BY 2, 3`,
    /^Bank in the ledger: Ledger entry \d+: it is of no line of the bank that is here, and moves R50\.00$/,
  ],
  ['an entry was deleted', `DELETE FROM ledger_lines WHERE ${ofEntry(may)}`, ledger],
  [
    'the account of an entry',
    `UPDATE ledger_lines SET account = 'cash' WHERE ${ofEntry(may)} AND account = 'bank'`,
    /^Ledger: Payment of R550\.00 of 5 May 2027 \(INV-\d+\): the ledger has its money in another account$/,
  ],
  [
    'a line of an entry',
    `UPDATE ledger_lines SET cents = cents - 100 WHERE ${ofEntry(may)} AND account = 'membership'`,
    /^Ledger: Ledger entry \d+ of INV-\d+: its lines do not add up to nothing$/,
  ],
  [
    'the method of a payment',
    `UPDATE payments SET method = 'Cash' WHERE id = '${may.paymentId}'`,
    ledger,
  ],
  [
    'the day of a payment',
    `UPDATE payments SET paid_on = '2027-05-04' WHERE id = '${may.paymentId}'`,
    ledger,
  ],
  [
    'the amount of a payment',
    `UPDATE payments SET amount_cents = 60000 WHERE id = '${may.paymentId}'`,
    /^Ledger: Payment of R600\.00 of 5 May 2027 \(INV-\d+\): the ledger has R550\.00 of money/,
  ],
  [
    'a payment was deleted',
    `DELETE FROM payments WHERE id = '${may.paymentId}'`,
    /^Ledger: Ledger entry \d+, whose payment is not here: it moves R550\.00 of money/,
  ],
  [
    'a payment was inserted with its entry',
    `INSERT INTO payments (id, payer_name, amount_cents, paid_on, recorded_at, method, source, recorded_by)
     VALUES (gen_random_uuid(), 'X', 100, '2027-05-05', '2027-05-05T09:00:00Z', 'Cash', 'administrator', '${adminId}');
     INSERT INTO ledger_entries (day, booked_on, kind, source_id)
     SELECT paid_on, paid_on, 'received', id FROM payments WHERE payer_name = 'X';
     INSERT INTO ledger_lines SELECT max(id), 'cash', NULL::uuid, 100 FROM ledger_entries
     UNION ALL SELECT max(id), 'credits', NULL, -100 FROM ledger_entries`,
    /^Audit log: Payment of R1\.00 of 5 May 2027: an administrator has recorded it, and the audit log does not say so$/,
  ],
  [
    'the amount of a refund with its sum',
    `UPDATE credit_uses SET amount_cents = 5000 WHERE payment_id = '${may.paymentId}';
     UPDATE payments SET used_cents = 5000 WHERE id = '${may.paymentId}'`,
    /^Ledger: Use of R50\.00 of 5 May 2027 \(INV-\d+\): the ledger has -R40\.00 of money/,
  ],
  [
    'the amount of an open bank line',
    `UPDATE bank_lines SET amount_cents = 70000 WHERE id = '${may.openLine}'`,
    /^Bank statements: Statement of 4 May 2027 to 4 May 2027: its lines or its balances were changed/,
  ],
  ...(['day = day - 1', `text = 'X'`] as const).map((change): (typeof changes)[number] => [
    `${change} of a booked bank line`,
    `UPDATE bank_lines SET ${change} WHERE id = '${may.line}'`,
    /^Bank statements: Statement of 4 May 2027 to 4 May 2027: its lines or its balances were changed/,
  ]),
  [
    'a bank line was deleted with the count',
    `DELETE FROM bank_lines WHERE id = '${may.openLine}'; UPDATE bank_statements
       SET new_count = 1, line_count = 1, done = 1 WHERE id = '${may.statementId}'`,
    /^Bank statements: Statement of 4 May 2027 to 4 May 2027: its lines or its balances were changed/,
  ],
  [
    'the closing balance of a statement',
    `UPDATE bank_statements SET closing_cents = closing_cents + 1 WHERE id = '${may.statementId}'`,
    /^Bank statements: Statement of 4 May 2027 to 4 May 2027: its lines or its balances were changed/,
  ],
  [
    'the fee of a member type',
    `UPDATE member_types SET fee_cents = 100 WHERE name = 'Student'`,
    /^Contents: Member type Student: its fee is R1\.00, in the audit log R250\.00$/,
  ],
  [
    'the fee of a member type that nobody has ever changed',
    `UPDATE member_types SET fee_cents = 100 WHERE name = 'Individual'`,
    /^Contents: Member type Individual: its fee is R1\.00, in the audit log R450\.00$/,
  ],
  // Of closed months, also if the records agree with each other.
  [
    'a payment of a closed month with its entry',
    `UPDATE payments SET paid_on = '2027-03-06' WHERE id = '${march.paymentId}';
     ${inLedger(march, `day = '2027-03-06', booked_on = '2027-03-06'`)}`,
    new RegExp(
      `^Closed months: Ledger entry \\d+ of ${march.paidName}: changed after March 2027 was closed$`,
    ),
  ],
  [
    'an entry of a closed month is in an open one',
    inLedger(april, `booked_on = '2027-05-01'`),
    /^Closed months: Ledger entry \d+ of INV-\d+: deleted after April 2027 was closed$/,
  ],
  [
    'an entry of an open month is in a closed one',
    inLedger(may, `booked_on = '2027-04-05', day = '2027-04-05'`),
    /^Closed months: Ledger entry \d+ of INV-\d+: added after April 2027 was closed$/,
  ],
  [
    'an invoice of a closed month',
    `UPDATE invoices SET amount_cents = 6400 WHERE id = '${march.open}'`,
    new RegExp(`^Closed months: ${march.openName}: changed after March 2027 was closed$`),
  ],
  [
    'a credit note of a closed month',
    `UPDATE write_offs SET recorded_at = recorded_at - interval '1 day' WHERE invoice_id = '${march.lost}'`,
    /^Closed months: Credit note CN-\d{5}: changed after March 2027 was closed$/,
  ],
  [
    'a bank line of a closed month, with the digest of its statement',
    `DELETE FROM bank_lines WHERE id = '${march.openLine}'`,
    /^Closed months: Bank line of 4 Mar 2027, R70\.00: deleted after March 2027 was closed$/,
  ],
  [
    'an entry of the audit log is gone',
    `DELETE FROM audit_entries WHERE subject_id = '${march.paid}'`,
    /^Closed months: Audit entry \d+: deleted after March 2027 was closed$/,
  ],
  [
    'the values of an entry of the audit log with the fee',
    `UPDATE member_types SET fee_cents = 100 WHERE name = 'Student';
     UPDATE audit_entries SET after = '{"fee": 1}' WHERE action = 'updateMemberType' AND after ->> 'fee' = '250'`,
    /^Closed months: Audit entry \d+: changed after March 2027 was closed$/,
  ],
  [
    'a list',
    `UPDATE month_digests SET list = replace(list, 'INV-00001', 'INV-00009') WHERE ${listOf('2027-03')}`,
    /^Closed months: March 2027: its list or its digest was changed$/,
  ],
  [
    'a list with its digest',
    `UPDATE month_digests SET list = list || 'x', sha256 = encode(sha256(convert_to(list || 'x', 'UTF8')), 'hex')
     WHERE ${listOf('2027-03')}`,
    /^Closed months: Digest of the month before: changed after April 2027 was closed$/,
  ],
  [
    'a list is gone',
    `DELETE FROM month_digests WHERE ${listOf('2027-04')}`,
    /^Closed months: April 2027: its list was deleted$/,
  ],
  [
    'a month is gone',
    `DELETE FROM month_digests WHERE ${listOf('2027-04')}; DELETE FROM closed_months WHERE month = '2027-04-01'`,
    /^Closed months: Apr 2027: the audit log says that it was closed, and it was deleted$/,
  ],
];

const entryOf = (kind: string, account: string) => `
  WITH e AS (INSERT INTO ledger_entries (day, booked_on, kind, source_id)
    VALUES ('2027-05-01', '2027-05-01', '${kind}', '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70') RETURNING id)
  INSERT INTO ledger_lines (entry_id, account, cents)
  SELECT id, l.* FROM e, (VALUES ('${account}', 100), ('conversion', -100)) AS l (account, cents)`;
changes.push(
  [
    'Who closed a month',
    `UPDATE closed_months SET closed_by = (SELECT id FROM users WHERE id <> closed_by LIMIT 1) WHERE month = '2027-03-01'`,
    /Months: March 2027: it is closed, and the audit log does not say so/,
  ],
  [
    'When a month was closed',
    `UPDATE closed_months SET closed_at = closed_at + interval '1 hour' WHERE month = '2027-04-01';
     UPDATE month_digests SET made_at = made_at + interval '1 hour' WHERE ${listOf('2027-04')}`,
    /Months: April 2027: it is closed, and the audit log does not say so/,
  ],
  [
    'The number of an entry',
    inLedger(may, `record_number = record_number + 1`),
    /Ledger: Ledger entry \d+ of INV-\d+: its record is INV-\d+/,
  ],
  [
    'The day on which an invoice was issued',
    `UPDATE invoice_changes SET day = day + 3, booked_on = booked_on + 3 WHERE invoice_id = '${may.open}'`,
    new RegExp(
      `^Months: ${may.openName}: it was issued on 5 May 2027, the books have it on 8 May 2027$`,
    ),
  ],
  [
    'An invoice in the books of another month',
    `UPDATE invoice_changes SET booked_on = '2027-06-01' WHERE invoice_id = '${may.open}'`,
    new RegExp(
      `^Months: ${may.openName}: a change of 5 May 2027 is in the books on 1 Jun 2027, and no month was closed between them$`,
    ),
  ],
  [
    'An invoice that is said to be reported elsewhere',
    `UPDATE invoices SET reported_elsewhere = true WHERE id = '${may.open}'`,
    new RegExp(`^Months: ${may.openName}: it is noted as reported elsewhere, and is in the books$`),
  ],
  [
    'An entry of an opening balance without an account',
    entryOf('opening', 'cash'),
    /Ledger entry \d+, opening: what/,
  ],
  [
    'An entry of a card fee without a payment',
    entryOf('card-fee', 'fees'),
    /Ledger entry \d+, card-fee: what/,
  ],
  [
    'An entry of deferral without a month',
    entryOf('deferred', 'deferred'),
    /Ledger entry \d+, deferred: what/,
  ],
  [
    'An invoice moved to another member',
    `UPDATE invoices SET member_id = '${march.byHandId}' WHERE id = '${march.paid}'`,
    /Memberships: Member .*: the period of .*, which is of another member/,
  ],
  [
    'The method of a refund, with its ledger line',
    `UPDATE credit_uses SET refunded_by = 'Cash' WHERE id = (SELECT id FROM credit_uses ORDER BY id LIMIT 1);
     UPDATE ledger_lines SET account = 'cash' WHERE account = 'bank' AND entry_id IN (
       SELECT id FROM ledger_entries WHERE source_id = (SELECT id FROM credit_uses ORDER BY id LIMIT 1))`,
    /Audit log: Refund of .* who recorded it, or has another amount, day or method/,
  ],
  [
    'An earlier period',
    `INSERT INTO earlier_periods (invoice_id, starts_on, ends_on, until)
     VALUES ('${march.paid}', '2027-03-05', '2029-03-04', '2027-05-02')`,
    /Memberships: INV-.*: a period up to 2 May 2027 is stored as an earlier one/,
  ],
  [
    'An open invoice that was voided while the triggers ran',
    `SET LOCAL session_replication_role = origin;
     UPDATE invoices SET voided_at = '2027-05-02T08:00:00Z', void_reason = 'x'
     WHERE id = (SELECT id FROM invoices WHERE is_open ORDER BY number LIMIT 1)`,
    /Audit log: INV-.*: it was voided on 2 May 2027, and the audit log does not say who did it/,
  ],
  [
    'An opening balance',
    `INSERT INTO opening_balances (account, bank_account_id, day, cents) VALUES ('cash', NULL, '2027-02-28', 500)`,
    /Contents: Opening balance of Cash is not what the audit log says/,
  ],
);

for (const [what, statements, named] of changes) {
  test(`${what}: it is named`, async () => {
    const found = failedRows(await checkedAfter(app, statements));
    assert.ok(
      found.some((row) => named.test(row)),
      `${String(named)}\n${found.join('\n')}`,
    );
  });
}

test('a list is a text whose SHA-256 is in the pack and in one email, and names no person', async () => {
  const [row, ...others] = await app.db
    .selectFrom('month_digests as d')
    .innerJoin('closed_months as c', 'c.id', 'd.closed_month_id')
    .select(['d.list', 'd.sha256', 'd.made_at', 'c.closed_at'])
    .orderBy('c.month', 'desc')
    .execute();
  assert.ok(row);
  assert.equal(others.length, 1);
  assert.deepEqual(row.made_at, row.closed_at);
  assert.equal(createHash('sha256').update(row.list).digest('hex'), row.sha256);
  const [first, second] = row.list.split('\n');
  assert.deepEqual([first, second], ['month 2027-04', `after ${others[0]?.sha256}`]);
  assert.match(
    row.list,
    /^ledger \d+ 2027-04-05 2027-04-05 received \S+ INV-\d+ bank=55000 credits=-10000 membership:\S+=-45000$/m,
  );
  assert.match(row.list, /^bank 2027-04-04 \S+ \S+ 65000 1$/m);
  assert.doesNotMatch(row.list, /thandi|dlamini|guest|koos/i);
  const figures = await callApi(app, getFigures, { params: { period: '2027-04' } }, await as());
  const facts = figures.data.sections.flatMap(({ lines }) => lines);
  assert.equal(
    facts.find(({ label }) => label === 'Digest of Apr 2027')?.detail,
    inGroups(row.sha256),
  );
  const mails = await app.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', 'month-digest')
    .execute();
  assert.equal(mails.length, 1, 'the months were closed at once');
  const { publicUrl } = app.config;
  const message = await renderEmail({ db: app.db, publicUrl, mail: mails[0] as never });
  assert.equal(message?.subject, 'Apr 2027 was closed');
  assert.ok(message?.text.includes(inGroups(row.sha256)));
});

test('what the audit log explains is named, and is no failure', async () => {
  const imports = openImports(app, (await as()).token, 'payments');
  const late =
    'First name,Last name,Email,Amount,Paid on,Paid by\nA,Zulu,a@example.org,100,2027-03-20,EFT';
  const importId = await imports.checked(late);
  await imports.start(importId, 'now');
  const change = { params: { id: march.unsent }, body: { amount: 130 } };
  assert.equal((await callApi(app, updateInvoice, change, await as())).status, 200);
  const gone = { params: { id: april.unsent } };
  assert.equal((await callApi(app, deleteInvoice, gone, await as())).status, 204);
  const statements = openStatements(app, (await as()).token);
  const lateStatement = await statements.imported(
    writeStatement('fnb-history', [
      { day: '2027-03-25', cents: 100, kind: 'MAGTAPE CREDIT', text: 'Late' },
    ]),
  );
  const finding = async () => {
    const results = await evaluateBooks(app.db, app.clock.now());
    assert.deepEqual(
      results.flatMap(({ rows }) => rows),
      [],
    );
    return results.find(({ name }) => name === 'Closed months')?.finding ?? '';
  };
  const explained = await finding();
  for (const one of [
    /INV-\d+: added after March 2027 was closed: imported on 5 May 2027/,
    new RegExp(`${march.unsentName}: changed after March 2027 was closed: changed on 5 May 2027`),
    /Bank line of 25 Mar 2027, R1\.00: added after March 2027 was closed: its statement was imported on 5 May 2027/,
    new RegExp(`${april.unsentName}: deleted after April 2027 was closed: deleted on 5 May 2027`),
  ]) {
    assert.match(explained, one);
  }
  await imports.undo(importId);
  assert.equal((await statements.remove(lateStatement)).status, 204);
  assert.doesNotMatch(await finding(), /imported on|25 Mar/);
  const wrong = await checkedAfter(
    app,
    `UPDATE invoices SET amount_cents = 1 WHERE id = '${march.unsent}'`,
  );
  assert.ok(
    failedRows(wrong).includes(
      `Closed months: ${march.unsentName}: changed after March 2027 was closed`,
    ),
  );
});

test('what began before a closing and was saved after it is explained, and what is older is not', async () => {
  const entry = (at: string) => `
    INSERT INTO audit_entries (at, by_name, action, subject_kind, subject_id, subject_name, before, after)
    VALUES ('${at}', 'Naledi', 'updateMember', 'member', gen_random_uuid(), 'Thandi', '{}', '{}');`;
  const closedAfterMidnight = `
    UPDATE closed_months SET closed_at = '2027-04-30T22:20:00Z' WHERE month = '2027-04-01';
    UPDATE audit_entries SET at = '2027-04-30T22:20:00Z' WHERE action = 'closeMonth' AND subject_name = 'Apr 2027';
    UPDATE month_digests SET made_at = '2027-04-30T22:20:00Z' WHERE ${listOf('2027-04')};`;
  const late = closedAfterMidnight + entry('2027-04-30T21:59:59Z');
  const results = await checkedAfter(app, late);
  assert.deepEqual(failedRows(results), []);
  const finding = results.find(({ name }) => name === 'Closed months')?.finding ?? '';
  assert.match(
    finding,
    /Audit entry \d+: added after April 2027 was closed: it was being saved while the month was closed/,
  );
  for (const added of [late + entry('2027-04-30T21:19:00Z'), entry('2027-04-30T21:59:59Z')]) {
    assert.match(
      failedRows(await checkedAfter(app, added)).join('\n'),
      /^Closed months: Audit entry \d+: added after April 2027 was closed$/,
    );
  }
});

test('months that an earlier version closed get their lists once', async () => {
  const count = async () =>
    (await app.db.selectFrom('month_digests').select('sha256').execute()).length;
  await sql`ALTER TABLE month_digests DISABLE TRIGGER USER`.execute(app.db);
  await app.db.deleteFrom('month_digests').execute();
  await sql`UPDATE migrations SET applied_at = ${app.clock.now()} WHERE name LIKE '0075%'`.execute(
    app.db,
  );
  await assertBooksAgree(app);
  await checkDueBooks(app.ctx());
  await checkDueBooks(app.ctx());
  assert.equal(await count(), 2);
  await assertBooksAgree(app);
});
