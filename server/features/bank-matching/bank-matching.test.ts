import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import * as matching from '#contract/bank-matching/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { paymentAdminTexts, undoPayment } from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { membershipOf, rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import { storeCertainty } from './store-certainty.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const bank = openMatching(app, token);
let people = 0;
const owing = (lastName = 'Dlamini') =>
  bank.owing(`owing-${(people += 1)}@example.org`, { lastName });

async function matchesOf(lineId: string) {
  return app.db.selectFrom('bank_matches').selectAll().where('line_id', '=', lineId).execute();
}

test('a checked reference with the amount is certain, and booked it pays the invoice', async () => {
  const { reference, rand, invoiceId, memberId } = await owing();
  const id = await bank.line(`CAPITEC   ${reference}`, rand);
  const before = await bank.read(id);
  assert.deepEqual([before.state, before.certainty, before.open], ['open', 'certain', rand]);
  assert.equal(before.suggestion?.parts[0]?.record?.id, invoiceId);
  const { status, data } = await bank.bookFirst(id);
  assert.deepEqual([status, data.state, data.open, data.suggestions], [200, 'matched', 0, []]);
  assert.deepEqual(
    data.matches.map(({ kind, amount, certainty, matchedBy }) => [
      kind,
      amount,
      certainty,
      matchedBy,
    ]),
    [['invoice', rand, 'certain', 'Naledi Khumalo']],
  );
  assert.match(data.matches[0]?.why ?? '', /check letter is right/);
  const { payments, mails, invoice } = await rowsOf(app, invoiceId);
  assert.equal(invoice.payment_id, payments[0]?.id);
  assert.deepEqual(
    payments.map(({ source, method, paid_on, bank_reference }) => [
      source,
      method,
      paid_on,
      bank_reference,
    ]),
    [['bank', 'EFT', '2027-03-10', `MAGTAPE CREDIT CAPITEC   ${reference}`]],
  );
  assert.ok(mails.some(({ kind }) => kind === 'receipt'));
  assert.equal((await membershipOf(app, memberId)).periods.length, 1);
});

test('the lines of one statement are listed without others of the same days', async () => {
  const [first] = await bank.imported([{ text: 'First file', rand: 311 }]);
  await bank.imported([{ text: 'Second file', rand: 312 }]);
  const { statement_id: statementId } = await app.db
    .selectFrom('bank_lines')
    .select('statement_id')
    .where('id', '=', first ?? '')
    .executeTakeFirstOrThrow();
  const { data } = await callApi(app, matching.searchMoneyLines, { body: { statementId } }, as);
  assert.deepEqual(
    data.results.map(({ id }) => id),
    [first],
  );
});

test('certain lines are booked together, and the others stay', async () => {
  const [one, other, part] = [await owing(), await owing(), await owing()];
  const ids = await bank.imported([
    { text: one.reference, rand: one.rand },
    { text: other.reference, rand: other.rand },
    { text: part.reference, rand: 100 },
  ]);
  await storeCertainty(app.ctx());
  const { data } = await bank.bookCertain();
  assert.deepEqual(data, { booked: 2, amount: one.rand + other.rand, notBooked: [], left: 0 });
  const states = await Promise.all(ids.map(async (id) => (await bank.read(id)).state));
  assert.deepEqual(states, ['matched', 'matched', 'open']);
  const again = await bank.bookCertain(ids);
  assert.deepEqual([again.data.booked, again.data.left], [0, 0]);
  assert.deepEqual(
    again.data.notBooked.map(({ why }) => why),
    [
      matchTexts.nothingOpen,
      matchTexts.nothingOpen,
      (await bank.read(ids[2] ?? '')).suggestion?.why.join(' '),
    ],
  );
});

test('of two lines for one invoice, the second is no longer certain', async () => {
  const { reference, rand, invoiceId } = await owing();
  const ids = await bank.imported([
    { text: reference, rand },
    { text: `${reference} AGAIN`, rand },
  ]);
  const { data } = await bank.bookCertain(ids);
  assert.deepEqual([data.booked, data.notBooked.length], [1, 1]);
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 1);
  const second = await bank.read(ids[1] ?? '');
  assert.deepEqual([second.certainty, second.suggestion?.parts[0]?.kind], ['likely', 'credit']);
  assert.match(second.suggestion?.why.join(' ') ?? '', /Ask the payer.* imported twice/);
});

test('a part is booked as a part, and too much as the invoice and a credit', async () => {
  const { reference, rand, invoiceId } = await owing();
  const first = await bank.line(reference, 100);
  assert.equal((await bank.read(first)).certainty, 'likely');
  assert.equal((await bank.bookFirst(first)).status, 200);
  assert.equal((await rowsOf(app, invoiceId)).invoice.paid_cents, 10_000);
  const second = await bank.line(reference, rand);
  const { suggestion } = await bank.read(second);
  assert.deepEqual(
    suggestion?.parts.map(({ kind, amount }) => [kind, amount]),
    [
      ['invoice', rand - 100],
      ['credit', 100],
    ],
  );
  assert.equal((await bank.bookFirst(second)).data.state, 'matched');
  const { invoice } = await rowsOf(app, invoiceId);
  assert.equal(invoice.paid_cents, invoice.amount_cents);
});

test('one line pays several invoices: certain of one person, likely of several', async () => {
  const [one, other] = [await owing('Botha'), await owing('Steyn')];
  const id = await bank.line(`${one.reference}, ${other.reference}`, one.rand + other.rand);
  const { certainty, suggestion } = await bank.read(id);
  assert.deepEqual([certainty, suggestion?.parts.length], ['likely', 2]);
  assert.match(suggestion?.why.join(' ') ?? '', /different people/);
  assert.equal((await bank.bookFirst(id)).data.state, 'matched');
  assert.ok((await rowsOf(app, one.invoiceId)).invoice.payment_id);
  assert.ok((await rowsOf(app, other.invoiceId)).invoice.payment_id);
});

test('the membership number in the text names the open invoice of the member', async () => {
  const { memberId, invoiceId, rand } = await owing();
  await app.db.updateTable('members').set({ number: 143 }).where('id', '=', memberId).execute();
  const [named, unnamed] = await bank.imported([
    { text: 'P NEL 143', rand },
    { text: 'P NEL 1430', rand },
  ]);
  const why = 'has the membership number of the member who owes INV-';
  const [one, other] = await Promise.all([bank.read(named ?? ''), bank.read(unnamed ?? '')]);
  const found = one.suggestions.find((each) => each.why.join(' ').includes(why));
  assert.deepEqual([found?.certainty, found?.parts[0]?.record?.id], ['possible', invoiceId]);
  assert.ok(!other.suggestions.some((each) => each.why.join(' ').includes(why)));
});

test('a donation is paid by its reference', async () => {
  const donationId = await pledged(app);
  const { number, amount_cents } = await app.db
    .selectFrom('donations')
    .select(['number', 'amount_cents'])
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  const id = await bank.line(paymentReference('DON', number), amount_cents / 100);
  assert.equal((await bank.read(id)).certainty, 'certain');
  assert.equal((await bank.bookFirst(id)).data.state, 'matched');
});

test('a gift without a record makes a donation, and its donor is thanked', async () => {
  const id = await bank.line('DONATION ABRAHAMS', 200);
  const { suggestion } = await bank.read(id);
  assert.deepEqual(
    [suggestion?.certainty, suggestion?.parts[0]?.kind, suggestion?.parts[0]?.payerName],
    ['likely', 'new-donation', 'Abrahams'],
  );
  const { data } = await bank.bookFirst(id);
  const record = data.matches[0]?.record;
  assert.deepEqual([record?.kind, record?.state, record?.amount], ['donation', 'paid', 200]);
  const mails = await app.db
    .selectFrom('mails')
    .select('kind')
    .where('to_email', '=', 'gift@example.org')
    .execute();
  assert.deepEqual(mails, [{ kind: 'donation-thanks' }]);
});

test('a payment that was recorded by hand before is confirmed, and not booked twice', async () => {
  const { reference, rand, invoiceId } = await owing();
  await callApi(app, processInvoicePayment, { params: { id: invoiceId } }, as);
  const id = await bank.line(reference, rand);
  const { certainty, suggestion } = await bank.read(id);
  assert.deepEqual([certainty, suggestion?.parts[0]?.kind], ['likely', 'recorded']);
  const { data } = await bank.bookFirst(id);
  assert.equal(data.state, 'matched');
  const { payments } = await rowsOf(app, invoiceId);
  assert.equal(payments.length, 1);
  // The link alone is undone. The payment was there before.
  const undone = await bank.undo(data.matches[0]?.id ?? '');
  assert.deepEqual([undone.status, undone.data.state], [200, 'open']);
  assert.ok((await rowsOf(app, invoiceId)).invoice.payment_id);
});

test('undoing a match undoes its payment, and a repeat changes nothing', async () => {
  const { reference, rand, invoiceId, memberId } = await owing();
  const id = await bank.line(reference, rand);
  const { data } = await bank.bookFirst(id);
  const match = data.matches[0]?.id ?? '';
  for (const reply of [await bank.undo(match), await bank.undo(match, 'Again')]) {
    const { state, open, matches, certainty } = reply.data;
    assert.deepEqual(
      [reply.status, state, open, matches[0]?.undoneReason, certainty],
      [200, 'open', rand, 'A mistake', 'likely'],
    );
  }
  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, null);
  assert.deepEqual((await membershipOf(app, memberId)).periods, []);
  assert.equal((await bank.bookFirst(id)).data.state, 'matched');
});

test('a payment that is undone elsewhere opens its line; kept as a credit it does not', async () => {
  const { reference, rand, invoiceId } = await owing();
  const id = await bank.line(reference, rand);
  const paymentId = (await bank.bookFirst(id)).data.matches[0]?.paymentId ?? '';
  const body = { reason: 'For another invoice' };
  const params = { id: paymentId };
  const kept = await callApi(
    app,
    undoPayment,
    { params, body: { ...body, keepAsCredit: true } },
    as,
  );
  assert.equal(kept.status, 200);
  assert.equal((await bank.read(id)).state, 'matched');
  assert.equal((await callApi(app, undoPayment, { params, body }, as)).status, 200);
  const line = await bank.read(id);
  assert.deepEqual([line.state, line.matches[0]?.undoneReason], ['open', body.reason]);
  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, null);
});

test('a reversal undoes the payment, and both lines stay matched until it is undone', async () => {
  const { reference, rand, invoiceId } = await owing();
  const [came = '', went = ''] = await bank.imported([
    { text: reference, rand, day: '2027-03-05' },
    { text: `REV-MAGTAPE CREDIT ${reference}`, rand: -rand, day: '2027-03-09' },
  ]);
  const match = (await bank.bookFirst(came)).data.matches[0];
  const { suggestion } = await bank.read(went);
  assert.deepEqual(
    [suggestion?.certainty, suggestion?.parts[0]?.kind, suggestion?.parts[0]?.targetId],
    ['likely', 'reversal', match?.paymentId],
  );
  const booked = await bank.bookFirst(went);
  assert.deepEqual([booked.status, booked.data.state, booked.data.open], [200, 'matched', 0]);
  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, null);
  assert.equal((await bank.read(came)).state, 'matched');
  const refused = await bank.undo(match?.id ?? '');
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.takenBack({ day: '2027-03-09', rand: -rand })],
  );
  assert.equal((await bank.undo(booked.data.matches[0]?.id ?? '')).data.state, 'open');
  // The payment stays undone, so its money waits again.
  assert.equal((await bank.read(came)).state, 'open');
  assert.equal((await bank.bookFirst(came)).data.state, 'matched');
});

test('charges, payouts and refunds are matched and undone without a payment', async () => {
  const payout = await bank.line('PAYFAST   PO00918273', 3482.15);
  assert.equal((await bank.read(payout)).suggestion?.parts[0]?.kind, 'payout');
  const charge = await bank.line('#CASH DEPOSIT FEE', -8.5);
  for (const id of [payout, charge]) {
    const { data } = await bank.bookFirst(id);
    assert.deepEqual([data.state, data.open], ['matched', 0]);
    assert.equal((await bank.undo(data.matches[0]?.id ?? '')).data.state, 'open');
  }
  const money = { payerName: 'Pieter Abrahams', amount: 120 };
  const { data: credit } = await callApi(app, credits.recordMoney, { body: money }, as);
  const params = { id: credit.id };
  const refund = { amount: 120, refundedOn: '2027-03-10', reference: 'REF 4711' };
  await callApi(app, credits.refundCredit, { params, body: refund }, as);
  const id = await bank.line('INT-BANKING PMT TO REF 4711', -120);
  const { suggestion } = await bank.read(id);
  assert.deepEqual([suggestion?.certainty, suggestion?.parts[0]?.kind], ['likely', 'refund']);
  assert.equal((await bank.bookFirst(id)).data.state, 'matched');
  const useId = suggestion?.parts[0]?.targetId ?? '';
  await callApi(
    app,
    credits.undoCreditUse,
    { params: { id: useId }, body: { reason: 'Not paid back' } },
    as,
  );
  assert.equal((await bank.read(id)).state, 'open');
});

test('money that nobody knows becomes a credit of who sent it', async () => {
  const id = await bank.line('UNKNOWN', 55.5);
  assert.deepEqual((await bank.read(id)).suggestions, []);
  const { data } = await bank.book(id, [
    { kind: 'credit', amount: 55.5, payerName: 'Somebody Unknown' },
  ]);
  assert.deepEqual([data.state, data.matches[0]?.certainty], ['matched', 'none']);
  const paymentId = data.matches[0]?.paymentId ?? '';
  const close = { params: { id: paymentId }, body: { reason: 'Bought a book' } };
  await callApi(app, credits.closeCredit, close, as);
  const refused = await bank.undo(data.matches[0]?.id ?? '');
  assert.deepEqual([refused.status, refused.message], [409, credits.creditTexts.usedFirst(55.5)]);
  assert.equal((await bank.read(id)).state, 'matched');
});

test('a line is dismissed with a reason and opened again; a booked one is not dismissed', async () => {
  const id = await bank.line('HALL HIRE', 600);
  const dismissed = await bank.dismiss(id);
  assert.deepEqual(
    [dismissed.data.state, dismissed.data.dismissedBy, dismissed.data.dismissedReason],
    ['dismissed', 'Naledi Khumalo', 'Sold a table'],
  );
  const refused = await bank.book(id, [{ kind: 'charge', amount: 600 }]);
  assert.deepEqual([refused.status, refused.message], [409, matchTexts.dismissed]);
  assert.equal((await bank.reopen(id)).data.state, 'open');
  await bank.book(id, [{ kind: 'credit', amount: 100, payerName: 'A Guest' }]);
  const booked = await bank.dismiss(id);
  assert.deepEqual([booked.status, booked.message], [409, matchTexts.bookedFirst]);
  assert.equal((await bank.read(id)).open, 500);
});

test('what does not fit is refused with a sentence, and nothing is booked', async () => {
  const { reference, rand, invoiceId } = await owing();
  const id = await bank.line(reference, rand + 50);
  const out = await bank.line('PAID OUT', -50);
  const today = dayOf(app.clock.now());
  const invoice = { kind: 'invoice', recordId: invoiceId } as const;
  const name = reference.slice(0, -2);
  const refusals = [
    [await bank.book(id, [{ ...invoice, amount: rand + 50 }]), 400, matchTexts.tooMuch(name, rand)],
    [
      await bank.book(id, [
        { ...invoice, amount: rand },
        { kind: 'credit', amount: 51, payerName: 'A' },
      ]),
      400,
      matchTexts.openLeft(rand + 50, { day: today, rand: rand + 50 }),
    ],
    [
      await bank.book(id, [
        { ...invoice, amount: 1 },
        { ...invoice, amount: 2 },
      ]),
      400,
      matchTexts.recordTwice,
    ],
    [
      await bank.book(out, [{ ...invoice, amount: 50 }]),
      400,
      matchTexts.onlyIn({ day: today, rand: -50 }),
    ],
    [
      await bank.book(id, [{ kind: 'refund', amount: 1, targetId: invoiceId }]),
      400,
      matchTexts.takenOffMore({ day: today, rand: rand + 50 }),
    ],
    [
      await bank.book(id, [{ kind: 'recorded', amount: 1, targetId: invoiceId }]),
      409,
      matchTexts.recordedChanged,
    ],
    [
      await bank.book(id, [{ kind: 'donation', amount: 1, recordId: invoiceId }]),
      409,
      matchTexts.recordGone,
    ],
  ] as const;
  for (const [reply, status, message] of refusals) {
    assert.deepEqual([reply.status, reply.message], [status, message]);
  }
  assert.deepEqual([await matchesOf(id), await matchesOf(out)], [[], []]);
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 0);
});

test('money of a day after today is not booked, in whatever way, until that day', async () => {
  const { reference, rand, invoiceId } = await owing();
  const id = await bank.line(reference, rand, '2027-12-03');
  const out = await bank.line('#FEE', -8, '2027-12-03');
  const ways = [
    { kind: 'invoice', amount: rand, recordId: invoiceId },
    { kind: 'credit', amount: rand, payerName: 'Somebody Unknown' },
    { kind: 'charge', amount: rand },
  ] as const;
  for (const part of ways) {
    const { status, message } = await bank.book(id, [part]);
    assert.deepEqual([status, message], [409, matchTexts.afterToday('2027-12-03')]);
  }
  assert.deepEqual(await matchesOf(id), []);
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 0);
  assert.equal((await bank.book(out, [{ kind: 'charge', amount: 8 }])).status, 200);
});

test('an undo that a later period prevents leaves the line matched', async () => {
  const { memberId, reference, rand } = await owing();
  const id = await bank.line(reference, rand);
  const { data } = await bank.bookFirst(id);
  await sql`
    INSERT INTO membership_periods (id, member_id, starts_on, ends_on, anchor_day, member_type_id,
      fee_cents, created_at)
    SELECT gen_random_uuid(), member_id, '2030-01-01', '2030-12-31', 31, member_type_id, 0, created_at
    FROM membership_periods WHERE member_id = ${memberId}`.execute(app.db);
  const refused = await bank.undo(data.matches[0]?.id ?? '');
  assert.deepEqual([refused.status, refused.message], [409, paymentAdminTexts.laterPeriod]);
  assert.equal((await bank.read(id)).state, 'matched');
});

test('open lines are searched, the oldest first, and counted by how sure they are', async () => {
  const { reference, rand } = await owing();
  const [zebra = ''] = await bank.imported([
    { text: 'ZEBRA SOMETHING', rand: 31, day: '2027-01-05' },
    { text: `ZEBRA ${reference}`, rand },
    { text: '#ZEBRA FEE', rand: -5 },
  ]);
  await storeCertainty(app.ctx());
  const texts = async (body: object) =>
    (await bank.search({ text: 'zebra', ...body })).results.map(({ certainty, amount }) => [
      certainty,
      amount,
    ]);
  assert.deepEqual(await texts({}), [
    ['none', 31],
    ['likely', -5],
    ['certain', rand],
  ]);
  assert.deepEqual(await texts({ certainty: 'certain' }), [['certain', rand]]);
  assert.deepEqual(await texts({ direction: 'out' }), [['likely', -5]]);
  assert.deepEqual(await texts({ state: 'matched' }), []);
  assert.deepEqual(await texts({ sortBy: 'Certainty', direction: 'in' }), [
    ['certain', rand],
    ['none', 31],
  ]);
  const countOf = async (query: { statementId?: string; accountId?: string }) =>
    (await callApi(app, matching.countMoneyLines, { query }, as)).data;
  const all = await countOf({});
  assert.equal(all.oldestDay, '2027-01-05');
  const { statementId, accountId } = await bank.read(zebra);
  const own = {
    certain: { count: 1, amount: rand },
    likely: { count: 0, amount: 0 },
    possible: { count: 0, amount: 0 },
    none: { count: 1, amount: 31 },
    moneyOut: { count: 1, amount: -5 },
    oldestDay: '2027-01-05',
  };
  // The account has no other statement.
  assert.deepEqual(await countOf({ statementId }), own);
  assert.deepEqual(await countOf({ accountId }), own);
  assert.ok(all.none.count > 1);
});

test('a statement of which a line is booked cannot be removed, and can after the undo', async () => {
  const statements = openStatements(app, token);
  const { reference, rand } = await owing();
  const id = await bank.line(reference, rand);
  const { data } = await bank.bookFirst(id);
  const refused = await statements.remove(data.statementId);
  assert.deepEqual([refused.status, refused.message], [409, bankTexts.linesUsed(1)]);
  await bank.undo(data.matches[0]?.id ?? '');
  assert.equal((await statements.remove(data.statementId)).status, 204);
  assert.equal((await bank.undo(data.matches[0]?.id ?? '')).status, 404);
});

test('a Member may neither read nor book bank lines', async () => {
  const { reference, rand, userId } = await owing();
  const id = await bank.line(reference, rand);
  const own = { token: await tokenOf(app, userId) };
  const params = { id };
  const charge = { parts: [{ kind: 'charge' as const, amount: rand }] };
  const reason = { reason: 'Mine' };
  const replies = await Promise.all([
    callApi(app, matching.searchMoneyLines, { body: {} }, own),
    callApi(app, matching.getMoneyLine, { params }, own),
    callApi(app, matching.countMoneyLines, { query: {} }, own),
    callApi(app, matching.bookMoneyLine, { params, body: charge }, own),
    callApi(app, matching.bookCertainLines, { body: {} }, own),
    callApi(app, matching.undoMatch, { params, body: reason }, own),
    callApi(app, matching.dismissMoneyLine, { params, body: reason }, own),
    callApi(app, matching.reopenMoneyLine, { params }, own),
  ]);
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([403]));
  assert.equal((await bank.read(id)).state, 'open');
});

test('a payment of a bank line cannot lose its match, whatever the statement', async () => {
  const { reference, rand } = await owing();
  const id = await bank.line(reference, rand);
  const { data } = await bank.bookFirst(id);
  const isThat = sql`WHERE id = ${data.matches[0]?.id}`;
  const undone = sql`reversed_at = now(), reversed_by = recorded_by, reversed_reason = 'x'`;
  for (const [statement, constraint] of [
    [sql`UPDATE bank_matches SET ${undone} ${isThat}`, 'payments_of_bank_matched'],
    [sql`DELETE FROM bank_matches ${isThat}`, 'bank_matches_stay'],
    [sql`DELETE FROM bank_lines WHERE id = ${id}`, 'bank_matches_stay'],
  ] as const) {
    await assert.rejects(statement.execute(app.db), { constraint });
  }
  assert.equal((await bank.read(id)).state, 'matched');
});
