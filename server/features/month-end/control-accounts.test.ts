import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { monthEndTexts } from '#contract/month-end/texts.ts';
import * as credits from '#contract/payments/credits.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree, brokenIn } from '#test/support/books/agree.ts';
import { callApi } from '#test/support/call.ts';
import { judgeDue, notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { accountSection } from './figures/account-section.ts';
import { readPeriod } from './figures/read-period.ts';
import { readJournal } from './journal/read-journal.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const { id: adminId } = await naledi(app);

async function on(day: string) {
  app.clock.set(`${day}T08:00:00Z`);
  const token = await tokenOf(app, adminId);
  return { ...openMatching(app, token), as: { token } };
}

/** The first movements of the organisation, in February and March. */
const office = await on('2027-02-20');
const returned = await office.owing('returned@example.org');
const late = await office.owing('late@example.org');
const cash = await office.owing('cash@example.org');
const donation = await pledged(app);
await notify(app, 'donation', signed(toldOf(donation, { item_name: 'TGA - Donation Payment' })));
await judgeDue(app);

const bankOffice = await on('2027-03-05');
const lines = await bankOffice.imported([
  { text: returned.reference, rand: returned.rand, day: '2027-02-27' },
  // A card payment of R450 less R10.35, and R10 for the payout.
  { text: 'PAYFAST   PO00918273', rand: 429.65, day: '2027-02-28' },
  { text: `REV-${returned.reference}`, rand: -returned.rand, day: '2027-03-03' },
  { text: 'CASH DEPOSIT', rand: cash.rand, day: '2027-03-03' },
  { text: '#SERVICE FEES', rand: -8.5, day: '2027-03-03' },
  { text: 'CREDIT INTEREST', rand: 1.25, day: '2027-03-03' },
  { text: 'TO SAVINGS', rand: -300, day: '2027-03-04' },
  { text: 'MR NOBODY', rand: 77, day: '2027-03-04' },
  { text: 'HALL RENT', rand: -100, day: '2027-03-04' },
  { text: 'REFUND S NDLOVU', rand: -50, day: '2027-03-04' },
]);
const [came, payout, went, deposit, charge, interest, toSavings, , rent, refunded] = lines;
const [fromSavings] = await bankOffice.imported([
  { text: 'FROM CHEQUE', rand: 300, day: '2027-03-04' },
]);

async function bookAll() {
  const bank = await on('2027-03-05');
  const book = async (line: string | undefined, parts: Parameters<typeof bank.book>[1]) => {
    const { status, message } = await bank.book(line ?? '', parts);
    assert.equal(status, 200, message);
  };
  const amount = returned.rand;
  const seenBalance = amount;
  await book(came, [{ kind: 'invoice', recordId: returned.invoiceId, amount, seenBalance }]);
  const [payment] = (await bank.read(came ?? '')).matches;
  await book(payout, [{ kind: 'payout', amount: 429.65 }]);
  const reason = 'The bank returned it';
  const targetId = payment?.paymentId ?? '';
  await book(went, [{ kind: 'reversal', targetId, amount, reason }]);
  const paid = { amount: cash.rand, paidBy: 'Cash' as const, paidOn: '2027-03-01' };
  await callApi(
    app,
    processInvoicePayment,
    { params: { id: cash.invoiceId }, body: paid },
    bank.as,
  );
  const { id: cashId } = await app.db
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', cash.invoiceId)
    .executeTakeFirstOrThrow();
  await book(deposit, [{ kind: 'recorded', targetId: cashId, amount: cash.rand }]);
  await book(charge, [{ kind: 'charge', amount: 8.5 }]);
  await book(interest, [{ kind: 'charge', amount: 1.25 }]);
  await book(toSavings, [{ kind: 'transfer', amount: 300 }]);
  await book(fromSavings, [{ kind: 'transfer', amount: 300 }]);
  assert.equal((await bank.dismiss(rent ?? '')).status, 200);
  // By card, and paid back by EFT.
  const money = { payerName: 'S Ndlovu', amount: 50, paidOn: '2027-03-02', paidBy: 'Credit Card' };
  const { data } = await callApi(app, credits.recordMoney, { body: money as never }, bank.as);
  const refund = { amount: 50, refundedOn: '2027-03-04' };
  await callApi(app, credits.refundCredit, { params: { id: data.id }, body: refund }, bank.as);
  const { id: useId } = await app.db
    .selectFrom('credit_uses')
    .select('id')
    .executeTakeFirstOrThrow();
  await book(refunded, [{ kind: 'refund', targetId: useId, amount: 50 }]);
  // Recorded by hand, and not on the statement yet.
  const byHand = { amount: late.rand, paidOn: '2027-03-04' };
  const params = { id: late.invoiceId };
  await callApi(app, processInvoicePayment, { params, body: byHand }, bank.as);
}
await bookAll();

const sectionOf = async (period: string, title: string) => {
  const { sections } = await readPeriod(app.ctx(), period);
  return (sections.find((one) => one.title === title)?.lines ?? []).map(
    ({ label, detail, amount }) => [label, detail, amount],
  );
};
/** Of an account: at the beginning, in, out, at the end. */
const account = async (period: string, name: string) => {
  const all = await sectionOf(period, 'Accounts');
  const at = all.findIndex(([label]) => label === name);
  return all.slice(at + 1, at + 5).map(([, , amount]) => amount);
};
const bankName = 'FNB 70000000001';

test('PayFast holds what came by card, less fees and payouts, and each payment that waits is named', async () => {
  const of = async (period: string) => {
    const all = await sectionOf(period, 'Accounts');
    const at = all.findIndex(([label]) => label === 'PayFast: what it should hold');
    return all.slice(
      at + 1,
      all.findIndex(([label]) => label === 'All accounts of the ledger'),
    );
  };
  // R450 less R10.35 and the R10 of the payout, of which R429.65 came to the bank.
  assert.deepEqual(await of('2027-02'), [
    ['Money by card, less what was undone and paid back', '', 450],
    ['Fees', '', -20.35],
    ['Paid out', '', -429.65],
    ['PayFast should hold', 'agrees', 0],
    ['Of it payments not paid out yet, after fees', '0 payments', 0],
  ]);
  // Recorded by hand as card money.
  assert.deepEqual(await of('2027-03'), [
    ['Money by card, less what was undone and paid back', '', 500],
    ['Fees', '', -20.35],
    ['Paid out', '', -429.65],
    ['PayFast should hold', 'agrees', 50],
    ['Of it payments not paid out yet, after fees', '1 payment', 50],
    ['Money without a record, 2 Mar 2027', '', 50],
  ]);
});

test('money that has been at PayFast for more than 30 days without a payout is a warning', async () => {
  const now = app.clock.now();
  app.clock.set('2027-04-10T08:00:00Z');
  const warningsOf = async (period: string) => (await readPeriod(app.ctx(), period)).warnings;
  const warning = monthEndTexts.atPayfast(50, '2027-03-02');
  const isWarned = [
    (await warningsOf('2027-04')).includes(warning),
    (await warningsOf('2027-03')).includes(warning),
  ];
  assert.deepEqual(isWarned, [true, false]);
  app.clock.set(now.toISOString());
});

test('money that the bank takes back came on its day, and went on the day of the line', async () => {
  assert.equal((await sectionOf('2027-02', 'Money')).find(([label]) => label === 'EFT')?.[2], 450);
  const march = await sectionOf('2027-03', 'Money');
  assert.deepEqual(
    march.find(([label]) => label === 'of it taken back by the bank'),
    ['of it taken back by the bank', '', -450],
  );
  // 450 came by EFT, 450 went back, and 50 of a card were refunded by EFT.
  assert.equal(march.find(([label]) => label === 'EFT')?.[2], 450 - 450 - 50);
  assert.equal(march.find(([label]) => label === 'Credit Card')?.[2], 50);
});

test('PayFast holds what it has not paid out, and its fee for a payout is an expense', async () => {
  assert.deepEqual(await account('2027-02', 'PayFast'), [0, 450, -450, 0]);
  const fees = await sectionOf('2027-02', 'Card fees');
  assert.deepEqual(fees.slice(0, 3), [
    ['Money by card', '', 450],
    ['Fees of PayFast', '', -20.35],
    ['After fees', '', 429.65],
  ]);
  const unknown = await sectionOf('2027-03', 'Card fees');
  assert.deepEqual(unknown.slice(1, 3), [
    ['Fees of PayFast', 'not known yet', null],
    ['After fees', 'not known yet', null],
  ]);
  // By hand by card, of which the refund left the bank.
  assert.deepEqual(await account('2027-03', 'PayFast'), [0, 50, 0, 50]);
});

test('what PayFast should hold does not say that unknown fees are zero', async () => {
  const [march] = (await readPeriod(app.ctx(), '2027-03')).byMonth;
  const payfast = { opening: 0, received: 5000, fees: 0, paidOut: 0, items: [] };
  const lines = accountSection({ ...march!, payfast }).flatMap((section) => section.lines);
  const at = lines.findIndex(({ label }) => label === 'PayFast: what it should hold');
  assert.deepEqual(
    lines.slice(at + 2, at + 6).map(({ label, detail, amount }) => [label, detail, amount]),
    [
      ['Fees', 'not known yet', null],
      ['Paid out', '', 0],
      ['PayFast should hold', 'agrees', 50],
      ['Of it payments not paid out yet, before fees', '0 payments', 0],
    ],
  );
});

test('cash that was paid in left the cash box on the day of the line, and a transfer is on its way nowhere', async () => {
  assert.deepEqual(await account('2027-03', 'Cash'), [0, 450, -450, 0]);
  assert.deepEqual(await account('2027-03', 'Money on its way'), [0, 300, -300, 0]);
  assert.deepEqual(await account('2027-03', 'Kept elsewhere'), [0, 100, 0, 100]);
});

test('each account of the bank comes from the books to its statement, each item by its day', async () => {
  const end = 10_000 + 450 + 429.65 - 450 + 450 - 8.5 + 1.25 - 300 + 77 - 100 - 50;
  const lines = await sectionOf('2027-03', 'Bank and books');
  const first = lines.slice(
    0,
    lines.findIndex(([label]) => label === 'Balance of the statement') + 1,
  );
  assert.deepEqual(first.slice(-6), [
    ['In the books at the end', '', end - 77 + 450],
    ['On the statement and not booked yet', '1 line', 77],
    ['Line of the bank, 4 Mar 2027', '', 77],
    ['In the books and not on the statement yet', '1 payment', -450],
    [`INV-${String(late.number).padStart(5, '0')}, 4 Mar 2027`, '', -450],
    ['Balance of the statement', 'agrees', end],
  ]);
  const { sections } = await readPeriod(app.ctx(), '2027-03');
  const table = sections.find(({ title }) => title === 'Control accounts')?.table;
  const place = table?.columns.indexOf(bankName) ?? -1;
  const ending = table?.rows.findIndex(({ label }) => label === 'In the books at the end');
  const rest = table?.rows.slice(ending).map(({ amounts }) => amounts[place]);
  assert.deepEqual(rest, [end - 77 + 450, 77, -450, end, 0]);
  const summary = sections[0]?.lines.find(({ label }) => label === 'Control accounts');
  assert.match(summary?.detail ?? '', /^no difference, nothing to compare .+ with$/);
  const payfast = table?.columns.indexOf('PayFast') ?? -1;
  assert.equal(table?.rows.at(-1)?.amounts[payfast], 0);
  const names = lines.filter(([, , amount]) => amount === null).map(([label]) => label);
  assert.ok(names.includes(bankName), names.join());
  for (const period of ['2027-02', '2027-03', '2028']) {
    assert.deepEqual(await brokenIn(app, period), [], period);
  }
});

test('dollars are shown with their currency, and are not in the books', async () => {
  await app.db
    .updateTable('bank_statements')
    .set({ currency: 'USD' })
    .where('id', '=', (query) =>
      query
        .selectFrom('bank_lines')
        .select('statement_id')
        .where('id', '=', fromSavings ?? ''),
    )
    .execute();
  const lines = await sectionOf('2027-03', 'Bank and books');
  assert.ok(lines.some(([label]) => label === 'FNB 70000000002, in USD, not added to rand'));
  await app.db.updateTable('bank_statements').set({ currency: null }).execute();
});

test('the journal has the same, and a closed month keeps it', async () => {
  const journal = async () => {
    const { byMonth } = await readPeriod(app.ctx(), '2027-03');
    const lines = await readJournal(app.db, byMonth);
    // Only a closed month has its own.
    return lines.map(({ codes: _codes, ...line }) => line);
  };
  const before = await journal();
  const sum = (kind: string) =>
    before.reduce((all, { account: of, cents }) => (of === kind ? all + cents : all), 0);
  assert.deepEqual(
    [sum('charges'), sum('interest'), sum('cash'), sum('transit'), sum('elsewhere'), sum('card')],
    [850, -125, 0, 0, 10_000, 5000],
  );
  const { as } = await on('2027-04-02');
  const closed = await callApi(app, closeMonth, { body: { month: '2027-03' } }, as);
  assert.equal(closed.status, 200, closed.message);
  assert.deepEqual(await journal(), before);
  await assertBooksAgree(app);
});
