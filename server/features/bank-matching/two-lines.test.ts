import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching, partsOf } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
app.clock.set('2027-03-20T08:00:00Z');
const as = { token: await tokenOf(app, adminId) };
const bank = openMatching(app, as.token);
let people = 0;

/** A payment that was recorded by hand. */
async function recorded(paidOn: string, paidBy: PaymentMethod = 'EFT') {
  const member = await bank.owing(`two-lines-${(people += 1)}@example.org`);
  const params = { id: member.invoiceId };
  const body = { amount: member.rand, paidOn, paidBy };
  const reply = await callApi(app, processInvoicePayment, { params, body }, as);
  assert.equal(reply.status, 200, reply.message);
  const paymentId = (await rowsOf(app, member.invoiceId)).payments[0]?.id ?? '';
  return { ...member, paymentId };
}

/** What the ledger has of each account, in rand. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    SELECT account, sum(cents)::bigint AS cents FROM ledger_lines GROUP BY 1 HAVING sum(cents) <> 0`.execute(
    app.db,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents / 100]));
}

/** What an operation changes of the accounts. */
async function changeOf(run: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await balances();
  await run();
  const after = await balances();
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const cents = Math.round(((after[name] ?? 0) - (before[name] ?? 0)) * 100);
      return cents === 0 ? [] : [[name, cents / 100]];
    }),
  );
}

test('a line that takes a payment back is refused while the line that brought it is open', async () => {
  const { paymentId, rand, reference, invoiceId } = await recorded('2027-03-05');
  const [came = '', went = ''] = await bank.imported([
    { text: reference, rand, day: '2027-03-05' },
    { text: `REV ${reference}`, rand: -rand, day: '2027-03-08' },
  ]);
  const back = [
    { kind: 'reversal' as const, targetId: paymentId, amount: rand, reason: 'Returned' },
  ];
  const refused = await bank.book(went, back);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.firstLine('2027-03-05', rand)],
  );
  await bank.book(came, [{ kind: 'recorded', targetId: paymentId, amount: rand }]);
  assert.equal((await bank.book(went, back)).status, 200);
  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, null);
  await assertBooksAgree(app, ['2027-03']);
});

test('a line that brought money which went back before is matched with it, and pays nothing again', async () => {
  const { paymentId, rand, reference, invoiceId } = await recorded('2027-03-05');
  const went = await bank.line(`REV ${reference}`, -rand, '2027-03-08');
  const reason = 'Returned';
  const back = [{ kind: 'reversal' as const, targetId: paymentId, amount: rand, reason }];
  assert.equal((await bank.book(went, back)).status, 200);
  const came = await bank.line(reference, rand, '2027-03-05');
  const pays = [{ kind: 'invoice' as const, recordId: invoiceId, amount: rand }];
  const refused = await bank.book(came, pays);
  assert.deepEqual(
    [refused.status, refused.message],
    [409, matchTexts.wentBack('2027-03-05', rand)],
  );
  const { suggestions, certainty } = await bank.read(came);
  assert.notEqual(certainty, 'certain');
  const brought = suggestions.find(({ parts }) => parts[0]?.targetId === paymentId) ?? null;
  assert.equal((await bank.book(came, partsOf(brought))).data.state, 'matched');
  assert.equal((await rowsOf(app, invoiceId)).invoice.payment_id, null);
  // What is paid after it went back is other money.
  const later = await bank.line(reference, rand, '2027-03-12');
  assert.equal((await bank.book(later, pays)).data.state, 'matched');
  await assertBooksAgree(app, ['2027-03']);
});

test('the lines of a payment whose return was recorded with its day post nothing twice', async () => {
  const { paymentId, rand, reference, invoiceId } = await recorded('2027-03-05');
  const params = { id: invoiceId };
  const body = { reason: 'Returned', returnedOn: '2027-03-09' };
  assert.equal((await callApi(app, undoInvoicePayment, { params, body }, as)).status, 200);
  const [came = '', went = ''] = await bank.imported([
    { text: reference, rand, day: '2027-03-05' },
    { text: `REV ${reference}`, rand: -rand, day: '2027-03-10' },
  ]);
  const { suggestions } = await bank.read(went);
  const back = suggestions.find(({ parts }) => parts[0]?.targetId === paymentId) ?? null;
  assert.equal(back?.parts[0]?.kind, 'reversal');
  assert.equal((await bank.book(went, partsOf(back))).status, 409, 'the first line is open');
  const brought = [{ kind: 'recorded' as const, targetId: paymentId, amount: rand }];
  assert.deepEqual(await changeOf(() => bank.book(came, brought)), {});
  assert.deepEqual(await changeOf(() => bank.book(went, partsOf(back))), {});
  assert.deepEqual(
    [(await bank.read(came)).state, (await bank.read(went)).state],
    ['matched', 'matched'],
  );
  await assertBooksAgree(app, ['2027-03']);
  const [match] = (await bank.read(went)).matches;
  assert.equal((await bank.undo(match?.id ?? '')).data.state, 'open');
  assert.equal((await bank.read(came)).state, 'matched', 'it came');
  assert.equal((await bank.book(went, partsOf(back))).status, 200);
  await assertBooksAgree(app, ['2027-03']);
});

test('a line of a day after the return did not bring the payment', async () => {
  const { paymentId, rand, reference, invoiceId } = await recorded('2027-03-05');
  const body = { reason: 'Returned', returnedOn: '2027-03-07' };
  const undone = await callApi(app, undoInvoicePayment, { params: { id: invoiceId }, body }, as);
  assert.equal(undone.status, 200);
  const late = await bank.line(reference, rand, '2027-03-08');
  const brings = [{ kind: 'recorded' as const, targetId: paymentId, amount: rand }];
  const { suggestions } = await bank.read(late);
  const targets = suggestions.flatMap(({ parts }) => parts.map(({ targetId }) => targetId));
  assert.ok(!targets.includes(paymentId));
  const refused = await bank.book(late, brings);
  assert.deepEqual([refused.status, refused.message], [409, matchTexts.cameLate('2027-03-07')]);
  const first = await bank.line(reference, rand, '2027-03-07');
  assert.equal((await bank.book(first, brings)).status, 200);
});

const services = [
  ['Wise', 'transfer', 'charges'],
  ['World Remit', 'transfer', 'charges'],
  ['Card Machine', 'cardMachine', 'fees'],
] as const;

for (const [paidBy, from, expense] of services) {
  test(`money by ${paidBy} that comes less a fee is matched in one go, and the fee is in ${expense}`, async () => {
    const { paymentId, invoiceId, rand } = await recorded('2027-03-05', paidBy);
    const line = await bank.line(`PAID OUT BY ${paidBy}`, rand - 12.5, '2027-03-08');
    const { suggestions } = await bank.read(line);
    const less = suggestions.find(({ parts }) => parts[0]?.targetId === paymentId) ?? null;
    assert.deepEqual([less?.parts[0]?.amount, less?.parts[0]?.fee], [rand - 12.5, 12.5]);
    const parts = [
      { kind: 'recorded' as const, targetId: paymentId, amount: rand - 12.5, fee: 12.5 },
    ];
    assert.deepEqual(await changeOf(() => bank.book(line, parts)), {
      bank: rand - 12.5,
      [from]: -rand,
      [expense]: 12.5,
    });
    await assertBooksAgree(app, ['2027-03']);
    const { sections } = await readPeriod(app.ctx(), '2027-03');
    const ofCards = sections.find(({ title }) => title === 'Card fees')?.lines ?? [];
    assert.deepEqual(
      ofCards
        .filter(({ label, amount }) => label.startsWith('Fees ') && amount !== 0)
        .map(({ label, amount, detail }) => [label, amount, detail]),
      expense === 'fees'
        ? [['Fees of the card machine', -12.5, '']]
        : [['Fees kept by Wise, World Remit and others', -12.5, 'in the bank charges']],
    );
    const [match] = (await bank.read(line)).matches;
    assert.equal(match?.fee, 12.5);
    const keptOf = async () => {
      const story = await callApi(app, getInvoiceStory, { params: { id: invoiceId } }, as);
      return story.data.payments.results[0]?.keptFee;
    };
    assert.equal(await keptOf(), 12.5);
    assert.deepEqual(await changeOf(() => bank.undo(match?.id ?? '')), {
      bank: -(rand - 12.5),
      [from]: rand,
      [expense]: -12.5,
    });
    assert.equal(await keptOf(), 0);
    await assertBooksAgree(app, ['2027-03']);
  });
}

test('a fee of more than a tenth, or of cash, is refused', async () => {
  for (const [paidBy, amount, fee, sentence] of [
    ['Card Machine', 89, 11, matchTexts.largeFee({ day: '2027-03-05', rand: 89 })],
    ['Wise', 89, 11, matchTexts.largeFee({ day: '2027-03-05', rand: 89 })],
    ['Cash', 95, 5, matchTexts.noCashFee({ day: '2027-03-05', rand: 95 })],
    ['Cash', 89, 11, matchTexts.noCashFee({ day: '2027-03-05', rand: 89 })],
  ] as const) {
    const line = await bank.line('NOT A FEE', amount, '2027-03-05');
    const { data } = await callApi(
      app,
      recordMoney,
      { body: { payerName: 'Zola', amount: 100, paidBy, paidOn: '2027-03-04' } },
      as,
    );
    const part = { kind: 'recorded', targetId: data.id, amount, fee } as const;
    const { status, message } = await bank.book(line, [part]);
    assert.deepEqual([status, message], [409, sentence]);
  }
});

test('a fee that does not make up the payment is refused', async () => {
  const body = { payerName: 'Nomsa Dlamini', amount: 100, paidOn: '2027-03-05', paidBy: 'Wise' };
  const { data } = await callApi(app, recordMoney, { body: body as never }, as);
  const line = await bank.line('WISE', 95, '2027-03-06');
  const refused = await bank.book(line, [
    { kind: 'recorded', targetId: data.id, amount: 95, fee: 4 },
  ]);
  assert.deepEqual([refused.status, refused.message], [409, matchTexts.recordedChanged]);
});
