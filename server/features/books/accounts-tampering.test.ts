import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { postCardFees } from '#server/features/ledger/post-card-fees.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { assertBooksAgree, checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { settleDonation } from '#test/support/books/settle.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';

const app = await openTestApp();
app.clock.set('2027-03-10T08:00:00Z');
const { token } = await naledi(app);
const matching = openMatching(app, token);

const member = await registered(app, { email: 'paid@example.org' });
const pay = { params: { id: member.invoiceId }, body: { amount: 450 } };
assert.equal((await callApi(app, processInvoicePayment, pay, { token })).status, 200);
await settleDonation(app.ctx(), { donationId: await pledged(app), source: 'administrator' });
await sql`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents, fee_cents, net_cents,
    is_test, first_seen_at)
  VALUES (gen_random_uuid(), '1', 'FUNDS_RECEIVED', now(), 45000, -1035, 43965, false, now())`.execute(
  app.db,
);
await postCardFees(app.ctx(), ['1']);
const [charge, interest, dismissed, transfer] = await matching.imported([
  { text: 'FEE', rand: -85 },
  { text: 'INTEREST', rand: 12 },
  { text: 'RENT', rand: -500 },
  { text: 'TO SAVINGS', rand: -300 },
]);
await matching.book(charge ?? '', [{ kind: 'charge', amount: 85 }]);
await matching.book(interest ?? '', [{ kind: 'charge', amount: 12 }]);
await matching.book(transfer ?? '', [{ kind: 'transfer', amount: 300 }]);
await matching.dismiss(dismissed ?? '');
const student = await typeId(app, 'Student');

test('books with a charge, interest, a card fee, a transfer and a dismissed line agree', async () => {
  await assertBooksAgree(app);
});

const moved = (from: string, to: string) =>
  `UPDATE ledger_lines SET ${to} WHERE account = '${from}'`;
const invented = (kind: string, sourceId: string, of: string, against: string) => `
  WITH e AS (INSERT INTO ledger_entries (day, booked_on, kind, source_id)
    VALUES ('2027-03-10', '2027-03-10', '${kind}', '${sourceId}') RETURNING id)
  INSERT INTO ledger_lines (entry_id, account, cents)
  SELECT id, l.* FROM e, (VALUES ('${of}', -50000), ('${against}', 50000)) AS l (account, cents)`;
const { rows } = await sql<{ payment: string; match: string }>`
  SELECT (SELECT id FROM payments WHERE donation_id IS NOT NULL) AS payment,
    (SELECT id FROM bank_matches WHERE line_id = ${charge}) AS match`.execute(app.db);
const { payment = '', match = '' } = rows[0] ?? {};

/** Each leaves the money of every account as it is. */
const changes: [what: string, statement: string, named: RegExp][] = [
  [
    'a bank charge is kept elsewhere',
    moved('charges', `account = 'elsewhere'`),
    /R85\.00 is in Kept elsewhere/,
  ],
  [
    'a bank charge is in the opening balances',
    moved('charges', `account = 'opening'`),
    /R85\.00 is in Opening balances/,
  ],
  ['a bank charge is a card fee', moved('charges', `account = 'fees'`), /R85\.00 is in Card fees/],
  [
    'interest makes charges smaller',
    moved('interest', `account = 'charges'`),
    /R12\.00 is in Bank charges/,
  ],
  [
    'a membership fee is a donation',
    moved('membership', `account = 'donation', of_id = NULL`),
    /of INV-\d+: R450\.00 is in Donations/,
  ],
  [
    'a membership fee is of another type',
    moved('membership', `of_id = '${student}'`),
    /of INV-\d+: R450\.00 is in Membership fees/,
  ],
  [
    'a membership fee is another invoice',
    moved('membership', `account = 'invoice', of_id = NULL`),
    /R450\.00 is in Other invoices/,
  ],
  [
    'a membership fee is Conversion',
    moved('membership', `account = 'conversion', of_id = NULL`),
    /R450\.00 is in Conversion/,
  ],
  [
    'a card fee is kept elsewhere',
    moved('fees', `account = 'elsewhere'`),
    /R10\.35 is in Kept elsewhere/,
  ],
  [
    'a donation is a credit that was kept',
    moved('donation', `account = 'kept'`),
    /of DON-\d+: R[\d.]+ is in Credits kept/,
  ],
  [
    'money between own accounts is kept elsewhere',
    moved('transit', `account = 'elsewhere'`),
    /R300\.00 is in Kept elsewhere/,
  ],
  [
    'what is kept elsewhere is a charge',
    moved('elsewhere', `account = 'charges'`),
    /R500\.00 is in Bank charges/,
  ],
  ...[dismissed, charge, match, payment].map((id = ''): (typeof changes)[number] => [
    `a donation against Kept elsewhere on ${id === payment ? 'a payment' : 'a line'}`,
    invented('elsewhere', id, 'donation', 'elsewhere'),
    /R500\.00 is in Donations/,
  ]),
  [
    'more is kept elsewhere than the line has',
    invented('elsewhere', dismissed ?? '', 'charges', 'elsewhere'),
    /R1000\.00 is in Kept elsewhere/,
  ],
  [
    'a donation of nobody',
    invented('received', crypto.randomUUID(), 'donation', 'elsewhere'),
    /R500\.00 is in Donations/,
  ],
  [
    'money of a payment under the kind of a line',
    invented('charge', payment, 'donation', 'cash'),
    /R500\.00 is in Donations/,
  ],
];

for (const [what, statement, named] of changes) {
  test(`${what}: it is named`, async () => {
    const found = failedRows(await checkedAfter(app, statement));
    const pattern = new RegExp(`^Ledger: Ledger entry \\d+.*${named.source}`);
    assert.ok(
      found.some((row) => pattern.test(row)),
      `${String(pattern)}\n${found.join('\n')}`,
    );
  });
}

test('a charge that was moved into another open month is named', async () => {
  const statement = `UPDATE ledger_entries SET day = '2027-02-10', booked_on = '2027-02-10' WHERE source_id = '${match}'`;
  assert.match(
    failedRows(await checkedAfter(app, statement)).join('\n'),
    /^Ledger: Ledger entry \d+: it is of 10 Feb 2027, its line of the bank is of 10 Mar 2027$/m,
  );
});
