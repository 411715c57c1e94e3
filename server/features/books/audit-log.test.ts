import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { correctPayment, undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { generateInvoice } from '#contract/renewals/endpoints.ts';
import { undoWriteOff, writeOffInvoice } from '#contract/write-offs/endpoints.ts';
import { deriveStatuses } from '#server/features/members/periods/derive-statuses.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { judgeDue, notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const admin = await naledi(app);
const as = { token: admin.token };
const bank = openMatching(app, admin.token);
let people = 0;
const owing = () => bank.owing(`audited-${(people += 1)}@example.org`);
const today = '2027-03-10';

async function pay(invoiceId: string, body: object = {}): Promise<string> {
  const reply = await callApi(app, processInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.equal(reply.status, 200, reply.message);
  const { payments } = await rowsOf(app, invoiceId);
  return payments.at(-1)?.id ?? '';
}

async function done(reply: Promise<{ status: number; message?: string | undefined }>) {
  const { status, message } = await reply;
  assert.ok(status < 300, `${status} ${message}`);
  app.clock.set(new Date(app.clock.now().getTime() + 1000).toISOString());
}

/** What a person can do with money, each once. */
async function fillBooks() {
  const first = await owing();
  const whole = await pay(first.invoiceId, { amount: 700, paidBy: 'Card Machine' });
  const parts = await owing();
  const part = await pay(parts.invoiceId, { amount: 100, paidOn: '2027-03-09' });
  await pay(parts.invoiceId, { amount: 350, paidBy: 'Cash' });
  const gift = await pledged(app);
  await done(callApi(app, processDonationPayment, { params: { id: gift }, body: {} }, as));
  const money = { payerName: 'A Guest', amount: 600, paidOn: '2027-03-08' };
  const { data: credit } = await callApi(app, credits.recordMoney, { body: money }, as);
  const params = { id: credit.id };
  const refund = { amount: 40, refundedOn: '2027-03-09' };
  await done(callApi(app, credits.refundCredit, { params, body: refund }, as));
  const carried = { invoiceId: (await owing()).invoiceId, amount: 60 };
  await done(callApi(app, credits.carryCredit, { params, body: carried }, as));
  const donor = { firstName: 'A', lastName: 'Guest', email: 'guest@example.org', amount: 30 };
  await done(callApi(app, credits.donateCredit, { params, body: donor }, as));
  const kept = { payerName: 'Another', amount: 20 };
  const { data: closed } = await callApi(app, credits.recordMoney, { body: kept }, as);
  const reason = { reason: 'Too small to pay back' };
  await done(callApi(app, credits.closeCredit, { params: { id: closed.id }, body: reason }, as));
  const lost = await owing();
  const writeOff = { params: { id: lost.invoiceId }, body: { amount: lost.rand, ...reason } };
  await done(callApi(app, writeOffInvoice, writeOff, as));
  const again = await owing();
  const opened = { params: { id: again.invoiceId }, body: { amount: again.rand, ...reason } };
  await done(callApi(app, writeOffInvoice, opened, as));
  await done(callApi(app, undoWriteOff, { params: opened.params, body: reason }, as));
  const corrected = await pay((await owing()).invoiceId);
  const right = { paidOn: '2027-03-07', paidBy: 'Cash' as const, ...reason };
  await done(callApi(app, correctPayment, { params: { id: corrected }, body: right }, as));
  const movedOn = await pay((await owing()).invoiceId, { paidBy: 'Cash' });
  const machine = { paidOn: '2027-03-10', paidBy: 'Card Machine' as const, ...reason };
  await done(callApi(app, correctPayment, { params: { id: movedOn }, body: machine }, as));
  const back = await owing();
  const undone = await pay(back.invoiceId, { paidOn: '2027-03-01', paidBy: 'Cash' });
  const returned = {
    params: { id: back.invoiceId },
    body: { ...reason, returnedOn: '2027-03-05' },
  };
  await done(callApi(app, undoInvoicePayment, returned, as));
  const card = await owing();
  await notify(app, 'subscription', signed(toldOf(card.invoiceId)));
  await judgeDue(app);
  const atBank = await owing();
  const [booked = '', dismissed = '', open = '', charge = ''] = await bank.imported([
    { text: atBank.reference, rand: atBank.rand },
    { text: 'Sold a table', rand: 90 },
    { text: 'Rent of the hall', rand: 80 },
    { text: '#FEE', rand: -8.5 },
  ]);
  await done(bank.bookFirst(booked));
  await done(bank.dismiss(dismissed));
  await done(bank.bookFirst(charge));
  const cardPayment = (await rowsOf(app, card.invoiceId)).payments[0]?.id ?? '';
  const bankPayment = (await rowsOf(app, atBank.invoiceId)).payments[0]?.id ?? '';
  const { invoiceId: openInvoice } = await owing();
  return {
    whole,
    part,
    credit: credit.id,
    lost: lost.invoiceId,
    corrected,
    movedOn,
    undone,
    cardPayment,
    bankPayment,
    open,
    dismissed,
    booked,
    openInvoice,
  };
}

const world = await fillBooks();

test('what people record, undo, match and correct is in the audit log', async () => {
  assert.notEqual(world.cardPayment, '');
  assert.notEqual(world.bankPayment, '');
  await assertBooksAgree(app);
});

/** A ledger entry as the application would have posted it. */
const entry = (
  kind: string,
  source: string,
  lines: readonly [account: string, cents: number][],
  day = today,
) => `
  INSERT INTO ledger_entries (day, booked_on, kind, source_id) VALUES ('${day}', '${day}', '${kind}', ${source});
  INSERT INTO ledger_lines ${lines.map(([account, cents]) => `SELECT max(id), '${account}', NULL::uuid, ${cents} FROM ledger_entries`).join(' UNION ALL ')};`;

const invented = 'aaaaaaaa-0000-4000-8000-000000000000';
const who = `'2027-03-10T09:00:00Z', '${admin.id}'`;

/** A use of R1.00 of the credit, with all that a command writes except its audit entry. */
const inventedUse = (kind: string, lines: readonly [string, number][]) => `
  INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, reason, recorded_at, recorded_by)
  VALUES ('${invented}', '${world.credit}', '${kind}', 100, '${today}', 'x', ${who});
  UPDATE payments SET used_cents = used_cents + 100 WHERE id = '${world.credit}';
  ${entry(kind === 'refund' ? 'refunded' : 'kept', `'${invented}'`, lines)}`;

/** The credit is applied to an open invoice. */
const inventedCarry = `
  INSERT INTO payments (id, invoice_id, amount_cents, counted_cents, paid_on, recorded_at, method, source, recorded_by)
  VALUES ('${invented}', '${world.openInvoice}', 100, 100, '${today}', '2027-03-10T09:00:00Z', 'EFT', 'credit', '${admin.id}');
  UPDATE invoices SET paid_cents = 100 WHERE id = '${world.openInvoice}';
  INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, carried_to, recorded_at, recorded_by)
  VALUES (gen_random_uuid(), '${world.credit}', 'invoice', 100, '${today}', '${invented}', ${who});
  UPDATE payments SET used_cents = used_cents + 100 WHERE id = '${world.credit}';
  ${entry('carried', `'${invented}'`, [
    ['credits', 100],
    ['invoice', -100],
  ])}`;

const inventedGift = `
  INSERT INTO donations (id, number, first_name, last_name, email, donation_type_id, amount_cents, created_at)
  SELECT '${invented}', last_used + 1, 'A', 'B', 'a@example.org', (SELECT id FROM donation_types WHERE name = 'EFT'), 100,
    '2027-03-10T09:00:00Z' FROM counters WHERE name = 'donation';
  INSERT INTO payments (id, donation_id, amount_cents, counted_cents, paid_on, recorded_at, method, source, recorded_by)
  VALUES ('${invented}', '${invented}', 100, 100, '${today}', '2027-03-10T09:00:00Z', 'EFT', 'credit', '${admin.id}');
  INSERT INTO credit_uses (id, payment_id, kind, amount_cents, used_on, carried_to, recorded_at, recorded_by)
  VALUES (gen_random_uuid(), '${world.credit}', 'donation', 100, '${today}', '${invented}', ${who});`;

const inventedMatch = `
  INSERT INTO bank_matches (id, line_id, kind, amount_cents, certainty, why, recorded_at, recorded_by)
  VALUES ('${invented}', '${world.open}', 'charge', 8000, 'none', 'x', ${who});
  UPDATE bank_lines SET state = 'matched', booked_cents = 8000 WHERE id = '${world.open}';
  ${entry('charge', `'${invented}'`, [
    ['bank', 8000],
    ['interest', -8000],
  ])}`;

const inventedDismissal = `
  UPDATE bank_lines SET state = 'dismissed', dismissed_reason = 'x', dismissed_at = '2027-03-10T09:00:00Z',
    dismissed_by = '${admin.id}' WHERE id = '${world.open}';
  ${entry('elsewhere', `'${world.open}'`, [
    ['bank', 8000],
    ['elsewhere', -8000],
  ])}`;

const inventedWriteOff = `
  INSERT INTO write_offs (id, number, invoice_id, amount_cents, reason, as_paid, recorded_at, recorded_by)
  SELECT '${invented}', last_used + 1, '${world.openInvoice}', 45000, 'x', false, ${who}
  FROM counters WHERE name = 'credit-note';
  UPDATE counters SET last_used = last_used + 1 WHERE name = 'credit-note';
  UPDATE invoices SET write_off_id = '${invented}', written_off_cents = 45000 WHERE id = '${world.openInvoice}';
  INSERT INTO invoice_changes (day, booked_on, event, invoice_id, invoice_number, owed_cents)
  SELECT '${today}', '${today}', 'voided', id, number, -45000 FROM invoices WHERE id = '${world.openInvoice}';`;

/** The payment and what is posted of it. */
const both = (
  id: string,
  { payment, line, day }: { payment: string; line?: string; day?: string },
) => `
  UPDATE payments SET ${payment} WHERE id = '${id}';
  ${day === undefined ? '' : `UPDATE ledger_entries SET day = '${day}', booked_on = '${day}' WHERE source_id = '${id}';`}
  ${line === undefined ? '' : `UPDATE ledger_lines SET ${line} AND entry_id IN (SELECT id FROM ledger_entries WHERE source_id = '${id}');`}`;

/** Each with all rows that a command writes, except its audit entry, and what names it. */
const changes: [what: string, statements: string, named: RegExp][] = [
  [
    'an invented refund',
    inventedUse('refund', [
      ['bank', -100],
      ['credits', 100],
    ]),
    /^Refund of R1\.00 of 10 Mar 2027: the audit log does not say who recorded it/,
  ],
  [
    'an invented credit that was kept',
    inventedUse('other', [
      ['kept', -100],
      ['credits', 100],
    ]),
    /^Use of a credit of R1\.00 of 10 Mar 2027: /,
  ],
  ['a credit applied to an invoice', inventedCarry, /^Use of a credit of R1\.00 of 10 Mar 2027: /],
  [
    'a credit of which a donation was made',
    inventedGift,
    /^Use of a credit of R1\.00 of 10 Mar 2027: /,
  ],
  [
    'a refund that was deleted',
    `DELETE FROM credit_uses WHERE kind = 'refund'`,
    /^Use of a credit of R40\.00 of 10 Mar 2027: the audit log says that it was recorded, and it was deleted$/,
  ],
  [
    'a write-off that was deleted',
    `DELETE FROM write_offs WHERE invoice_id = '${world.lost}'`,
    /^Write-off of R450\.00 of 10 Mar 2027: the audit log says that it was recorded, and it was deleted$/,
  ],
  [
    'a match that was deleted',
    `DELETE FROM bank_matches WHERE line_id = '${world.booked}'`,
    /^Booking of a bank line of 10 Mar 2027: the audit log says that it was made, and it was deleted$/,
  ],
  [
    'an invented match of a bank line',
    inventedMatch,
    /^Line of 10 Mar 2027, R80\.00: the audit log does not say who booked R80\.00 of it as charge$/,
  ],
  [
    'a match that is of another invoice',
    `UPDATE payments SET invoice_id = '${world.openInvoice}' WHERE id = '${world.bankPayment}'`,
    /^Line of 10 Mar 2027, R450\.00: the audit log does not say who booked R450\.00 of it for INV-\d{5}$/,
  ],
  [
    'a match of another kind',
    `UPDATE bank_matches SET kind = 'transfer' WHERE kind = 'charge'`,
    /^Line of 10 Mar 2027, -R8\.50: the audit log does not say who booked R8\.50 of it as transfer$/,
  ],
  [
    'a bank line that was dismissed',
    inventedDismissal,
    /^Line of 10 Mar 2027, R80\.00: the audit log does not say who dismissed it$/,
  ],
  [
    'an invented write-off',
    inventedWriteOff,
    /^Credit note CN-\d{5} of R450\.00: the audit log does not say who wrote it off/,
  ],
  [
    'the day of a payment with its entry',
    both(world.part, { payment: `paid_on = '2027-03-02'`, day: '2027-03-02' }),
    /^Payment of R100\.00 of 2 Mar 2027, EFT \(INV-\d+\): the audit log has R100\.00 of 9 Mar 2027, EFT$/,
  ],
  [
    'the method of a payment with its entry',
    both(world.whole, {
      payment: `method = 'Cash'`,
      line: `account = 'cash' WHERE account = 'cardMachine'`,
    }),
    /^Payment of R700\.00 of 10 Mar 2027, Cash \(INV-\d+\): the audit log has R700\.00 of 10 Mar 2027, Card Machine$/,
  ],
  [
    'the amount of a payment with its entry',
    both(world.whole, {
      payment: 'amount_cents = 80000',
      line: `cents = cents + CASE account WHEN 'credits' THEN -10000 ELSE 10000 END WHERE account IN ('cardMachine', 'credits')`,
    }),
    /^Payment of R800\.00 of 10 Mar 2027, Card Machine \(INV-\d+\): the audit log has R700\.00/,
  ],
  [
    'the day of a payment that was corrected',
    both(world.corrected, { payment: `paid_on = '2027-03-06'`, day: '2027-03-06' }),
    /^Payment of R450\.00 of 6 Mar 2027, Cash \(INV-\d+\): the audit log has R450\.00 of 7 Mar 2027, Cash$/,
  ],
  [
    'the day of a payment of which only the method was corrected',
    both(world.movedOn, { payment: `paid_on = '2027-03-09'`, day: '2027-03-09' }),
    /^Payment of R450\.00 of 9 Mar 2027, Card Machine \(INV-\d+\): the audit log has R450\.00 of 10 Mar 2027, Card Machine$/,
  ],
  [
    'the day of money without an invoice',
    both(world.credit, { payment: `paid_on = '2027-03-07'`, day: '2027-03-07' }),
    /^Payment of R600\.00 of 7 Mar 2027, EFT: the audit log has R600\.00 of 8 Mar 2027, EFT$/,
  ],
  [
    'money that was reported elsewhere',
    `UPDATE payments SET reported_elsewhere = true WHERE id = '${world.whole}'`,
    /, and not that it was reported elsewhere$/,
  ],
  [
    'the day of a payment by card with its entry',
    both(world.cardPayment, { payment: `paid_on = '2027-03-09'`, day: '2027-03-09' }),
    /^Payment of R450\.00 of 9 Mar 2027 \(INV-\d+\): it is from PayFast, and no message/,
  ],
  [
    'a payment by card without a message',
    `UPDATE payments SET external_reference = 'payfast:1' WHERE id = '${world.cardPayment}'`,
    /: it is from PayFast, and no message/,
  ],
  [
    'the day of a payment from the bank with its entry',
    both(world.bankPayment, { payment: `paid_on = '2027-03-09'`, day: '2027-03-09' }),
    /^Payment of R450\.00 of 9 Mar 2027 \(INV-\d+\): it is from a line of the bank of 10 Mar 2027, which is EFT$/,
  ],
  [
    'a payment that was recorded without a user',
    `UPDATE payments SET recorded_by = NULL WHERE id = '${world.part}'`,
    /an administrator has recorded it, and the audit log does not say so$/,
  ],
  [
    'an undone payment',
    `UPDATE payments SET reversed_at = '2027-03-10T09:00:00Z', reversed_by = '${admin.id}', reversed_reason = 'x' WHERE id = '${world.part}'`,
    /^Payment of R100\.00 of 9 Mar 2027 \(INV-\d+\): the audit log does not say who undid it/,
  ],
  [
    'the day on which money went back',
    `UPDATE payments SET returned_on = '2027-03-04' WHERE id = '${world.undone}'; UPDATE ledger_entries SET day = '2027-03-04', booked_on = '2027-03-04' WHERE source_id = '${world.undone}' AND kind = 'returned'`,
    /, or when its money went back$/,
  ],
  [
    'a refund that was undone',
    `UPDATE credit_uses SET reversed_at = '2027-03-10T09:00:00Z', reversed_by = recorded_by, reversed_reason = 'x' WHERE kind = 'refund'`,
    /^Refund of R40\.00 of 9 Mar 2027: the audit log does not say who undid it$/,
  ],
  [
    'the day of a refund with its entry',
    `UPDATE credit_uses SET used_on = '2027-03-08' WHERE kind = 'refund'; UPDATE ledger_entries SET day = '2027-03-08', booked_on = '2027-03-08' WHERE kind = 'refunded'`,
    /^Refund of R40\.00 of 8 Mar 2027: the audit log does not say who recorded it, or has another amount, day or method$/,
  ],
  [
    'a match that was undone',
    `UPDATE bank_matches SET reversed_at = '2027-03-10T09:00:00Z', reversed_by = recorded_by, reversed_reason = 'x' WHERE line_id = '${world.booked}'`,
    /: the audit log does not say who undid the booking of R450\.00$/,
  ],
  [
    'a write-off that was undone',
    `UPDATE write_offs SET reversed_at = '2027-03-10T09:00:00Z', reversed_by = recorded_by, reversed_reason = 'x' WHERE invoice_id = '${world.lost}'`,
    /^Credit note CN-\d{5} of R450\.00: the audit log does not say who undid it$/,
  ],
  [
    'a payment that was deleted with its entry',
    `DELETE FROM ledger_lines WHERE entry_id IN (SELECT id FROM ledger_entries WHERE source_id = '${world.part}');
    DELETE FROM ledger_entries WHERE source_id = '${world.part}'; DELETE FROM payments WHERE id = '${world.part}'`,
    /^Payment of R100\.00 of 9 Mar 2027: the audit log says that it was recorded, and it was deleted$/,
  ],
];

for (const [what, statements, named] of changes) {
  test(`${what}: the audit log names it`, async () => {
    const rows = failedRows(await checkedAfter(app, statements));
    assert.ok(
      rows.some(
        (row) => row.startsWith('Audit log: ') && named.test(row.replace('Audit log: ', '')),
      ),
      `${String(named)}\n${rows.join('\n')}`,
    );
  });
}

test('with all other rows, only the audit log names what was invented', async () => {
  const changed = [
    inventedUse('refund', [
      ['bank', -100],
      ['credits', 100],
    ]),
    inventedUse('other', [
      ['kept', -100],
      ['credits', 100],
    ]),
    inventedMatch,
    inventedDismissal,
    inventedWriteOff,
  ];
  for (const statements of changed) {
    const rows = failedRows(await checkedAfter(app, statements));
    assert.deepEqual([rows.length, rows[0]?.slice(0, 11)], [1, 'Audit log: '], rows.join('\n'));
  }
});

test('a refund that was invented with its audit entry in an open month is not named', async () => {
  const refund = inventedUse('refund', [
    ['bank', -100],
    ['credits', 100],
  ]);
  const audited = `
    INSERT INTO audit_entries (at, by_user_id, by_name, action, subject_kind, subject_id, subject_name, after)
    SELECT recorded_at, recorded_by, 'Naledi', 'refundCredit', 'payment', payment_id, 'A Guest',
      '{"amount": 1, "refundedOn": "${today}"}' FROM credit_uses WHERE id = '${invented}'`;
  assert.deepEqual(failedRows(await checkedAfter(app, refund + audited)), []);
});

test('payments whose details the audit log does not have are counted, and are no failure', async () => {
  const finding = async (statements: string) => {
    const results = await checkedAfter(app, statements);
    assert.deepEqual(failedRows(results), []);
    return results.find(({ name }) => name === 'Audit log')?.finding ?? '';
  };
  assert.doesNotMatch(await finding('SELECT 1'), /cannot be compared/);
  const erased = `UPDATE audit_entries SET before = '{}', after = '{}', subject_name = 'Erased'`;
  assert.match(
    await finding(`${erased} WHERE subject_kind <> 'memberType' AND subject_kind <> 'companyInfo'`),
    / \d+ payments of earlier versions, or with erased details, cannot be compared /,
  );
  // Nothing is compared with a log that began later.
  const later = `
    DELETE FROM audit_entries WHERE subject_kind NOT IN ('memberType', 'companyInfo') AND action <> 'correctPayment';
    UPDATE audit_entries SET at = '2027-03-11'`;
  assert.match(await finding(later), / \d+ payments of earlier versions/);
});

test('a member who renews with a credit of the own invoice is not in the audit log, and the books agree', async () => {
  const { invoiceId, memberId, userId } = await registered(app, { email: 'own@example.org' });
  await pay(invoiceId, { amount: 900 });
  app.clock.set('2028-03-01T08:00:00Z');
  await deriveStatuses(app.ctx());
  const body = { memberId, amount: 450, paymentType: 'EFT' } as const;
  await done(callApi(app, generateInvoice, { body }, { token: await tokenOf(app, userId) }));
  const uses = await app.db
    .selectFrom('credit_uses')
    .select('kind')
    .where('recorded_by', '=', userId)
    .execute();
  assert.deepEqual(uses, [{ kind: 'invoice' }]);
  await assertBooksAgree(app);
});
