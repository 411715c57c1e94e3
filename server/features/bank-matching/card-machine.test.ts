import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { refundCredit, undoCreditUse } from '#contract/payments/credits.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { readPlots } from '#server/features/month-end/plots/read-plots.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, checkedAfter, failedRows } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { partsOf } from '#test/support/bank-matching/open-matching.ts';
import { openSettlements, type Paid } from '#test/support/bank-matching/open-settlements.ts';
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

/** A payment that was settled alone, and a later line of two others from which it was taken off. */
async function takenOff(fee = 0) {
  const [first, second, third] = [await paid(), await paid('2027-03-09'), await paid('2027-03-09')];
  const { rand } = first;
  const [settled = '', line = ''] = await bank.imported([
    { text: 'YOCO SETTLEMENT', rand: rand - fee, day: '2027-03-06' },
    { text: 'YOCO SETTLEMENT 2', rand, day: '2027-03-10' },
  ]);
  await booked(settled, [came(first, fee)]);
  const parts = [came(second), came(third), wentBack(first)];
  return { first, second, third, line, rand, parts };
}

for (const fee of [0, 10]) {
  test(`a chargeback that was taken off the next settlement clears the card machine, with R${fee} kept of the payment`, async () => {
    const { first, line, rand, parts } = await takenOff(fee);
    const moved = await changeOf(async () => {
      const { state, open } = await booked(line, parts);
      assert.deepEqual([state, open], ['matched', 0]);
    });
    // The line is in the bank, two payments left the machine, and the income of one is gone. The fee stays.
    assert.deepEqual(moved, { bank: rand, cardMachine: -2 * rand, membership: rand });
    assert.equal((await balances())['cardMachine'], 0);
    const { invoice, payments } = await rowsOf(app, first.invoiceId);
    assert.equal(invoice.payment_id, null);
    assert.equal(payments.length, 1);
    const { rows } = await sql<{ day: string; bank: number }>`
      SELECT e.day, l.cents / 100 AS bank FROM bank_matches AS m JOIN ledger_entries AS e ON e.source_id = m.id
      JOIN ledger_lines AS l ON l.entry_id = e.id AND l.account = 'bank'
      WHERE m.payment_id = ${first.targetId} AND e.kind = 'returned'`.execute(app.db);
    assert.deepEqual(rows, [{ day: '2027-03-10', bank: -rand }]);
    await assertBooksAgree(app, ['2027-03']);
  });
}

test('money by method and the plots have it by the method of the payment', async () => {
  const byMethod = async () => {
    const { sections } = await readPeriod(app.ctx(), '2027-03');
    const lines = sections.find(({ title }) => title === 'Money')?.lines ?? [];
    const of = (label: string) => lines.find((line) => line.label === label)?.amount ?? 0;
    const { moneyIn } = await readPlots(app.ctx(), '2027-03');
    const plotted = (label: string) =>
      moneyIn.find((source) => source.label === label)?.amounts.at(-1) ?? 0;
    return [of('EFT'), of('Card Machine'), plotted('Bank'), plotted('Card machine')];
  };
  const { line, rand, parts } = await takenOff();
  const [eft, machine, plottedBank, plottedMachine] = await byMethod();
  await booked(line, parts);
  assert.deepEqual(await byMethod(), [
    eft,
    (machine ?? 0) - rand,
    plottedBank,
    (plottedMachine ?? 0) - rand,
  ]);
});

test('it is undone after one of the parts that it made room for', async () => {
  const { first, second, line, rand, parts } = await takenOff();
  const moved = await changeOf(async () => {
    const { matches } = await booked(line, parts);
    const idOf = ({ targetId }: Paid) =>
      matches.find(({ paymentId }) => paymentId === targetId)?.id ?? '';
    const refused = await bank.undo(idOf(first));
    assert.deepEqual(
      [refused.status, refused.message],
      [409, matchTexts.undoOthersFirst(rand, { day: '2027-03-10', rand })],
    );
    assert.equal((await bank.undo(idOf(second))).data.open, rand);
    const dismissed = await bank.dismiss(line);
    assert.deepEqual([dismissed.status, dismissed.message], [409, matchTexts.bookedFirst]);
    await assertBooksAgree(app, ['2027-03']);
    assert.equal((await bank.undo(idOf(first))).data.open, 0);
    await assertBooksAgree(app, ['2027-03']);
  });
  // The third one is on the line. The first one never came, and its line is open.
  assert.deepEqual(moved, { cardMachine: -rand, membership: rand });
});

test('what is taken back must be less than what came, and fits the line', async () => {
  const { first, second, line, rand } = await takenOff();
  const alone = await bank.book(line, [wentBack(first)]);
  assert.deepEqual(
    [alone.status, alone.errors],
    [400, [{ field: 'parts', message: matchTexts.takenOffMore({ day: '2027-03-10', rand }) }]],
  );
  const charge = { kind: 'charge' as const, amount: rand * 2 + 1 };
  const more = await bank.book(line, [charge, wentBack(first)]);
  assert.deepEqual(
    [more.status, more.errors[0]?.message],
    [400, matchTexts.openLeft(rand, { day: '2027-03-10', rand })],
  );
  const both = await bank.book(line, [came(second), wentBack(second)]);
  assert.equal(both.errors[0]?.message, matchTexts.takenOffMore({ day: '2027-03-10', rand }));
  await assertBooksAgree(app, ['2027-03']);
});

/** A payment of which the machine kept R10, and an open line of money out. */
async function kept(out: (rand: number) => number) {
  const payment = await paid();
  const [settled = '', line = ''] = await bank.imported([
    { text: 'YOCO SETTLEMENT', rand: payment.rand - 10, day: '2027-03-06' },
    { text: 'YOCO RETURN', rand: -out(payment.rand), day: '2027-03-10' },
  ]);
  return { payment, settled, line };
}

const returns = [
  { back: 0, stays: 10, what: 'the whole payment, and the fee stays' },
  { back: 4, stays: 6, what: 'the payment less a part of the fee' },
  { back: 10, stays: 0, what: 'the payment less its fee' },
];
for (const { back, stays, what } of returns) {
  test(`a payment less a kept fee goes back: ${what}`, async () => {
    const { payment, settled, line } = await kept((rand) => rand - back);
    const moved = await changeOf(async () => {
      await booked(settled, [came(payment, 10)]);
      await booked(line, [wentBack(payment, back)]);
    });
    const { rand } = payment;
    assert.deepEqual(moved, {
      ...(stays > 0 && { bank: -stays }),
      cardMachine: -rand,
      ...(stays > 0 && { fees: stays }),
      membership: rand,
    });
    await assertBooksAgree(app, ['2027-03']);
  });

  test(`a return that was recorded with its day, and its two lines: ${what}`, async () => {
    const { payment, settled, line } = await kept((rand) => rand - back);
    const params = { id: payment.invoiceId };
    const body = { reason: 'Charged back', returnedOn: '2027-03-10' };
    const moved = await changeOf(async () => {
      const reply = await callApi(app, undoInvoicePayment, { params, body }, as);
      assert.equal(reply.status, 200, reply.message);
      await booked(settled, [came(payment, 10)]);
      await booked(line, [wentBack(payment, back)]);
    });
    const { rand } = payment;
    assert.deepEqual(moved, {
      ...(stays > 0 && { bank: -stays }),
      cardMachine: -rand,
      ...(stays > 0 && { fees: stays }),
      membership: rand,
    });
    await assertBooksAgree(app, ['2027-03']);
  });
}

test('the suggestion of a line that takes back a payment less a fee has the fee that came back', async () => {
  for (const back of [0, 10]) {
    const { payment, settled, line } = await kept((rand) => rand - back);
    await booked(settled, [came(payment, 10)]);
    const { suggestions } = await bank.read(line);
    const fitting = suggestions.find(({ parts }) => parts[0]?.targetId === payment.targetId);
    const [part] = fitting?.parts ?? [];
    assert.deepEqual(
      [part?.kind, part?.amount, part?.fee],
      ['reversal', payment.rand - back, back],
    );
    await booked(line, partsOf(fitting ?? null));
    await assertBooksAgree(app, ['2027-03']);
  }
});

test('a fee that came back is changed: the books name it', async () => {
  const { payment, settled, line } = await kept((rand) => rand - 10);
  await booked(settled, [came(payment, 10)]);
  await booked(line, [wentBack(payment, 10)]);
  await assertBooksAgree(app);
  const found = failedRows(
    await checkedAfter(app, `UPDATE bank_matches SET fee_cents = 900 WHERE line_id = '${line}'`),
  );
  assert.ok(
    found.some((row) => /: a bank line has it with R[\d.]+ and a fee of R9\.00$/.test(row)),
    found.join('\n'),
  );
});

test('no more comes back of a fee than was kept', async () => {
  const { payment, settled, line } = await kept((rand) => rand - 20);
  await booked(settled, [came(payment, 10)]);
  const refused = await bank.book(line, [wentBack(payment, 20)]);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.noFeeBack(10, { day: '2027-03-10', rand: 20 - payment.rand })],
  );
});

test('a payment less a kept fee that was a mistake is undone with its fee, and its line is open', async () => {
  const { payment, settled } = await kept((rand) => rand);
  const moved = await changeOf(async () => {
    await booked(settled, [came(payment, 10)]);
    const params = { id: payment.invoiceId };
    const reply = await callApi(app, undoInvoicePayment, { params, body: { reason: 'x' } }, as);
    assert.equal(reply.status, 200, reply.message);
  });
  assert.equal((await bank.read(settled)).state, 'open');
  assert.deepEqual(moved, { cardMachine: -payment.rand, membership: payment.rand });
  await assertBooksAgree(app, ['2027-03']);
});

test('money that was recorded after its lines goes out once, on the recorded day', async () => {
  for (const fee of [0, 15]) {
    const payment = await paid('2027-03-08');
    const [settled = '', line = ''] = await bank.imported([
      { text: 'YOCO SETTLEMENT', rand: payment.rand - fee, day: '2027-03-05' },
      { text: 'YOCO CHARGEBACK', rand: -payment.rand, day: '2027-03-07' },
    ]);
    await booked(settled, [came(payment, fee)]);
    const moved = await changeOf(async () => {
      await booked(line, [wentBack(payment)]);
    });
    assert.deepEqual(moved, { bank: -payment.rand, membership: payment.rand });
    await assertBooksAgree(app, ['2027-03']);
  }
});

test('a payment that no line brought before cannot go back before it came', async () => {
  const payment = await paid('2027-03-08');
  const line = await bank.line('YOCO CHARGEBACK', -payment.rand, '2027-03-07');
  const refused = await bank.book(line, [wentBack(payment)]);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.returnedEarly('2027-03-08')],
  );
  await assertBooksAgree(app, ['2027-03']);
});

async function cardFees(month: string) {
  const { sections } = await readPeriod(app.ctx(), month);
  const lines = sections.find(({ title }) => title === 'Card fees')?.lines ?? [];
  return (label: string) => lines.find((line) => line.label === label)?.amount ?? 0;
}

test('a fee that came back with a chargeback of a card machine is one of the machine', async () => {
  const feesOf = async () => {
    const of = await cardFees('2027-03');
    return [of('Fees of PayFast'), of('Fees of the card machine')] as const;
  };
  const { payment, settled, line } = await kept((rand) => rand - 10);
  await booked(settled, [came(payment, 10)]);
  const [payfast, machine] = await feesOf();
  await booked(line, [wentBack(payment, 10)]);
  assert.deepEqual(await feesOf(), [payfast, machine + 10]);
});

for (const paidBy of ['Cash', 'EFT'] as const) {
  test(`a payment by ${paidBy} is not taken off a settlement`, async () => {
    const payment = await paid('2027-03-05', paidBy);
    const { rand } = payment;
    const line = await bank.line('YOCO SETTLEMENT', rand, '2027-03-10');
    const credit = { kind: 'credit' as const, amount: rand * 2, payerName: 'Zola' };
    const refused = await bank.book(line, [credit, wentBack(payment)]);
    assert.deepEqual(
      [refused.status, refused.message],
      [409, matchTexts.onlyOfCardMachine({ day: '2027-03-10', rand })],
    );
    assert.equal((await bank.read(line)).open, rand);
  });
}

test('takings of R1,000 less a refund of R200 arrive as R800, and the card machine is clear', async () => {
  const before = (await balances())['cardMachine'] ?? 0;
  const parts = await refundedLater(1000, 200);
  const line = await bank.line('YOCO SETTLEMENT', 800, '2027-03-10');
  const moved = await changeOf(async () => {
    const { state, open } = await booked(line, [parts.came, parts.refund]);
    assert.deepEqual([state, open], ['matched', 0]);
  });
  assert.deepEqual(moved, { bank: 800, cardMachine: -800 });
  assert.equal((await balances())['cardMachine'] ?? 0, before);
  await assertBooksAgree(app, ['2027-03']);
  const { matches } = await bank.read(line);
  const idOf = (kind: string) => matches.find((one) => one.kind === kind)?.id ?? '';
  const refused = await bank.undo(idOf('refund'));
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.undoOthersFirst(200, { day: '2027-03-10', rand: 800 })],
  );
  assert.equal((await bank.undo(idOf('recorded'))).data.open, 1000);
  await assertBooksAgree(app, ['2027-03']);
  assert.equal((await bank.undo(idOf('refund'))).data.open, 800);
  await assertBooksAgree(app, ['2027-03']);
});

test('a refund that was taken off a settlement is undone after the other part of its line', async () => {
  const parts = await refundedLater(1000, 300);
  const line = await bank.line('YOCO SETTLEMENT', 700, '2027-03-10');
  const { matches } = await booked(line, [parts.came, parts.refund]);
  const undo = () => {
    const call = { params: { id: parts.refund.targetId }, body: { reason: 'Not paid back' } };
    return callApi(app, undoCreditUse, call, as);
  };
  const refused = await undo();
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.undoOthersFirst(300, { day: '2027-03-10', rand: 700 })],
  );
  const came = matches.find(({ kind }) => kind === 'recorded')?.id ?? '';
  assert.equal((await bank.undo(came)).status, 200);
  assert.equal((await undo()).status, 200);
  assert.equal((await bank.read(line)).open, 700);
  await assertBooksAgree(app, ['2027-03']);
});

test('of a settlement that was booked as a credit a refund by card machine is taken off a later one', async () => {
  const [settled = '', line = ''] = await bank.imported([
    { text: 'YOCO SETTLEMENT A', rand: 1000, day: '2027-03-06' },
    { text: 'YOCO SETTLEMENT B', rand: 300, day: '2027-03-10' },
  ]);
  const of = (amount: number) => ({ kind: 'credit' as const, amount, payerName: 'Zola' });
  const { matches } = await booked(settled, [of(1000)]);
  const params = { id: matches[0]?.paymentId ?? '' };
  const body = { amount: 200, refundedOn: '2027-03-09', refundedBy: 'Card Machine' as const };
  const moved = await changeOf(async () => {
    const reply = await callApi(app, refundCredit, { params, body }, as);
    assert.equal(reply.status, 200, reply.message);
    const { id: targetId } = await app.db
      .selectFrom('credit_uses')
      .select('id')
      .where('payment_id', '=', params.id)
      .executeTakeFirstOrThrow();
    await booked(line, [of(500), { kind: 'refund', targetId, amount: 200 }]);
  });
  assert.deepEqual(moved, { bank: 300, credits: -300 });
});

test('a refund by EFT is not taken off a settlement', async () => {
  const parts = await refundedLater(1000, 200, 'EFT');
  const line = await bank.line('YOCO SETTLEMENT', 800, '2027-03-10');
  const refused = await bank.book(line, [parts.came, parts.refund]);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.onlyOfCardMachine({ day: '2027-03-10', rand: 800 })],
  );
});

test('a fee of the card machine of a closed month is late as one of the machine', async () => {
  const payment = await paid('2027-03-10');
  const line = await bank.line('YOCO SETTLEMENT', payment.rand - 30, '2027-03-12');
  app.clock.set('2027-04-05T08:00:00Z');
  const later = { token: await tokenOf(app, adminId) };
  const body = { month: '2027-03', despiteFailures: true };
  assert.equal((await callApi(app, closeMonth, { body }, later)).status, 200);
  await openSettlements(app, later.token).booked(line, [came(payment, 30)]);
  const of = await cardFees('2027-04');
  assert.deepEqual(
    ['After fees', 'Booked late: fees of closed months', 'All card fees'].map(of),
    [0, 0, -30],
  );
  assert.equal(of('Booked late: fees of the card machine of closed months'), -30);
});
