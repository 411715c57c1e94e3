import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { undoCreditUse } from '#contract/payments/credits.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openSettlements } from '#test/support/bank-matching/open-settlements.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
app.clock.set('2027-03-20T08:00:00Z');
const as = { token: await tokenOf(app, adminId) };
const { bank, paid, came, wentBack, booked, balances, changeOf, refundedLater } = openSettlements(
  app,
  as.token,
);
const day = '2027-03-10';
const settlement = (rand: number) => bank.line('YOCO SETTLEMENT', rand, day);

type Parts = Parameters<typeof bank.book>[1];

/** The living match of each part, in their order. */
async function matchesOf(line: string, parts: Parts): Promise<string[]> {
  const { rows } = await sql<{ id: string; kind: string; target: string | null }>`
    SELECT id, kind, coalesce(payment_id, credit_use_id) AS target FROM bank_matches
    WHERE line_id = ${line} AND reversed_at IS NULL`.execute(app.db);
  return parts.map((part) => {
    const target = 'targetId' in part ? part.targetId : null;
    return rows.find((one) => one.kind === part.kind && one.target === target)?.id ?? '';
  });
}

async function assertMatched(line: string): Promise<void> {
  const { state, open } = await bank.read(line);
  assert.deepEqual([state, open], ['matched', 0]);
  await assertBooksAgree(app, ['2027-03']);
}

test('refunds of R500 less takings of R300 leave as R200, and the card machine is clear', async () => {
  const [before, after] = [await refundedLater(600, 500), await refundedLater(300, 1)];
  const line = await settlement(-200);
  const parts = [after.came, before.refund];
  assert.deepEqual(await changeOf(() => booked(line, parts)), { bank: -200, cardMachine: 200 });
  await assertMatched(line);
});

test('a chargeback and a charge less a payment, of which a fee was kept, leave as one line', async () => {
  const [first, second] = [await paid(), await paid('2027-03-09')];
  const { rand } = first;
  await booked(await bank.line('YOCO SETTLEMENT', rand, '2027-03-06'), [came(first)]);
  const line = await settlement(-60);
  const moved = await changeOf(() =>
    booked(line, [
      wentBack(first),
      came(second, 10),
      { kind: 'charge', amount: 30 },
      { kind: 'kept-fee', amount: 20, reason: 'Of the chargeback' },
    ]),
  );
  assert.deepEqual(moved, {
    bank: -60,
    cardMachine: -rand,
    charges: 30,
    fees: 30,
    membership: rand,
  });
  await assertMatched(line);
});

test('money out takes only payments by Card Machine off, and less than it pays', async () => {
  const { refund } = await refundedLater(600, 500);
  const eft = await paid('2027-03-05', 'EFT');
  const line = await settlement(refund.amount - 1000);
  const named = { day, rand: refund.amount - 1000 };
  const other = await bank.book(line, [came(eft), { ...refund, amount: 500 }]);
  assert.deepEqual([other.status, other.message], [409, matchTexts.onlyOfCardMachine(named)]);
  const alone = await bank.book(line, [came(await paid())]);
  assert.deepEqual([alone.status, alone.message], [400, matchTexts.takenOffMore(named)]);
  const credit = { kind: 'credit', amount: 500, payerName: 'Zola' } as const;
  const money = await bank.book(line, [credit, refund]);
  assert.deepEqual([money.status, money.message], [400, matchTexts.onlyIn(named)]);
  await assert.rejects(
    sql`INSERT INTO bank_matches (id, line_id, kind, amount_cents, payment_id, certainty, why, recorded_at, recorded_by)
      VALUES (gen_random_uuid(), ${line}, 'recorded', ${eft.rand * 100}, ${eft.targetId}, 'none', 'x', now(), ${adminId})`.execute(
      app.db,
    ),
    { constraint: 'bank_matches_direction' },
  );
});

test('what was taken off money out is undone after what it made room for, also at its record', async () => {
  const { refund } = await refundedLater(2000, 2000);
  const payment = await paid();
  const line = await settlement(payment.rand - 2000);
  const parts = [came(payment), refund];
  const moved = await changeOf(async () => {
    await booked(line, parts);
    const [ofPayment = '', ofRefund = ''] = await matchesOf(line, parts);
    const sentence = matchTexts.undoOthersFirst(payment.rand, { day, rand: payment.rand - 2000 });
    const params = { id: payment.invoiceId };
    for (const refused of [
      await bank.undo(ofPayment),
      await callApi(app, undoInvoicePayment, { params, body: { reason: 'A mistake' } }, as),
    ])
      assert.deepEqual([refused.status, refused.message], [409, sentence]);
    assert.equal((await bank.undo(ofRefund)).data.open, -2000);
    await assertBooksAgree(app, ['2027-03']);
    assert.equal((await bank.undo(ofPayment)).data.open, payment.rand - 2000);
    await assertBooksAgree(app, ['2027-03']);
  });
  assert.deepEqual(moved, {});
});

test('a refund that was taken off money in is undone at Credits after what it made room for', async () => {
  const parts = await refundedLater(1000, 200);
  const line = await settlement(800);
  await booked(line, [parts.came, parts.refund]);
  const params = { id: parts.refund.targetId };
  const undo = () => callApi(app, undoCreditUse, { params, body: { reason: 'A mistake' } }, as);
  const refused = await undo();
  const sentence = matchTexts.undoOthersFirst(200, { day, rand: 800 });
  assert.deepEqual([refused.status, refused.message], [409, sentence]);
  const [ofPayment = ''] = await matchesOf(line, [parts.came]);
  await bank.undo(ofPayment);
  assert.ok((await undo()).status < 300);
  assert.equal((await bank.read(line)).open, 800);
  await assertBooksAgree(app, ['2027-03']);
});

test('card fees of more than a tenth and a rental are taken off a settlement with what they are for', async () => {
  const figure = async (title: string, label: string) => {
    const { sections } = await readPeriod(app.ctx(), '2027-03');
    const lines = sections.flatMap((one) => (one.title === title ? one.lines : []));
    return lines.find((one) => one.label === label)?.amount ?? 0;
  };
  const { came: money } = await refundedLater(1000, 1);
  const line = await settlement(750);
  const machine = await figure('Card fees', 'Fees of the card machine');
  const fee = { kind: 'kept-fee', amount: 150, reason: 'Fees of the week' } as const;
  const rental = { kind: 'kept-charge', amount: 100, reason: 'Rental of March' } as const;
  assert.deepEqual(await changeOf(() => booked(line, [money, fee, rental])), {
    bank: 750,
    cardMachine: -1000,
    charges: 100,
    fees: 150,
  });
  assert.equal(await figure('Card fees', 'Fees of the card machine'), machine - 150);
  await assertMatched(line);
  const { matches } = await bank.read(line);
  assert.match(matches.find(({ kind }) => kind === 'kept-charge')?.why ?? '', / Rental of March$/);
});

test('nothing is kept of a deposit of cash', async () => {
  const cash = await paid('2027-03-05', 'Cash');
  const line = await settlement(cash.rand - 50);
  const kept = { kind: 'kept-charge', amount: 50, reason: 'Short' } as const;
  const refused = await bank.book(line, [came(cash), kept]);
  const sentence = matchTexts.noCashFee({ day, rand: cash.rand - 50 });
  assert.deepEqual([refused.status, refused.message], [409, sentence]);
});

for (const { out, fee } of [
  { out: false, fee: 0 },
  { out: false, fee: 10 },
  { out: true, fee: 10 },
]) {
  test(`a payment comes and goes back with one line of money ${out ? 'out' : 'in'}, with R${fee} kept of it and given back`, async () => {
    const payment = await paid();
    const { rand } = payment;
    const others = await refundedLater(300, 200);
    const line = await settlement(out ? -200 : 300);
    const other = out ? others.refund : others.came;
    const parts = [came(payment, fee), wentBack(payment, fee), other];
    const start = await balances();
    const moved = await changeOf(() => booked(line, parts));
    assert.deepEqual(moved, {
      bank: out ? -200 : 300,
      cardMachine: (out ? 200 : -300) - rand,
      membership: rand,
    });
    await assertMatched(line);
    const { payments } = await rowsOf(app, payment.invoiceId);
    assert.ok(payments.every(({ reversed_at }) => reversed_at !== null));
    const [ofPayment = '', ofReversal = '', ofOther = ''] = await matchesOf(line, parts);
    const refused = await bank.undo(ofPayment);
    const sentence = matchTexts.takenBack({ day, rand: out ? -200 : 300 });
    assert.deepEqual([refused.status, refused.message], [409, sentence]);
    // Both are undone together, and the line has the rest. The payment never came.
    assert.equal((await bank.undo(ofReversal)).data.state, 'matched');
    await assertBooksAgree(app, ['2027-03']);
    assert.equal((await bank.undo(ofOther)).data.open, out ? -200 : 300);
    await assertBooksAgree(app, ['2027-03']);
    const end = await balances();
    assert.deepEqual(
      [end['bank'], end['fees'], end['cardMachine']],
      [start['bank'], start['fees'], (start['cardMachine'] ?? 0) - rand],
    );
  });
}

test('a payment that was recorded late comes and goes back with the earlier line', async () => {
  const [payment, other] = [await paid('2027-03-15'), await paid('2027-03-09')];
  const line = await settlement(other.rand);
  await booked(line, [came(payment), wentBack(payment), came(other)]);
  await assertMatched(line);
});

for (const out of [false, true]) {
  test(`twenty parts of money ${out ? 'out' : 'in'} are booked, undone and booked again, and the ledger is the same`, async () => {
    const parts: Parts = [
      { kind: 'kept-fee', amount: 40, reason: 'Fees' },
      { kind: 'kept-charge', amount: 60, reason: 'Rental' },
    ];
    while (parts.length < 20) {
      const money = await refundedLater(300, out ? 300 : 100);
      parts.push(money.came, money.refund);
    }
    const isIn = ({ kind }: Parts[number]) => kind === 'recorded';
    const rand = parts.reduce((sum, one) => sum + (isIn(one) ? one.amount : -one.amount), 0);
    assert.equal(rand < 0, out);
    const line = await settlement(rand);
    const before = await balances();
    const first = await changeOf(() => booked(line, parts));
    await assertMatched(line);
    // What the line itself is goes first: the rest made room for it.
    const undoing = parts.toSorted((one, other) => Number(isIn(other)) - Number(isIn(one)));
    for (const id of await matchesOf(line, out ? undoing.toReversed() : undoing))
      assert.equal((await bank.undo(id)).status, 200);
    assert.deepEqual(await balances(), before);
    await assertBooksAgree(app, ['2027-03']);
    assert.deepEqual(await changeOf(() => booked(line, parts)), first);
    await assertMatched(line);
  });
}
