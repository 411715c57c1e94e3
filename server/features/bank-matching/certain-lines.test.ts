import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countMoneyLines } from '#contract/bank-matching/endpoints.ts';
import { voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { storeCertainty } from './store-certainty.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const as = { token };
const bank = openMatching(app, token);
let people = 0;
const owing = () => bank.owing(`certain-${(people += 1)}@example.org`);

/** The numbers beside the filters, and what the filters list. */
async function counted() {
  const { data } = await callApi(app, countMoneyLines, { query: {} }, as);
  const [certain, likely] = await Promise.all([
    bank.search({ certainty: 'certain' }),
    bank.search({ certainty: 'likely', direction: 'in' }),
  ]);
  assert.deepEqual(
    [data.certain.count, data.likely.count],
    [certain.totalCount, likely.totalCount],
  );
  return [data.certain.count, data.certain.amount];
}

test('a line is not counted as certain when its record was paid or voided since', async () => {
  const [paid, voided, open] = [await owing(), await owing(), await owing()];
  await bank.imported(
    [paid, voided, open].map(({ reference, rand }) => ({ text: reference, rand })),
  );
  await storeCertainty(app.ctx());
  const { rand } = open;
  assert.deepEqual(await counted(), [3, 3 * rand]);
  app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
  const params = { id: paid.invoiceId };
  const settled = await callApi(app, processInvoicePayment, { params, body: {} }, as);
  assert.equal(settled.status, 200, settled.text);
  assert.deepEqual(await counted(), [2, 2 * rand]);
  const body = { reason: 'A mistake' };
  const gone = await callApi(app, voidInvoice, { params: { id: voided.invoiceId }, body }, as);
  assert.equal(gone.status, 200, gone.text);
  assert.deepEqual(await counted(), [1, rand]);
  // Its money may be what was recorded and undone: only a person can know.
  await callApi(app, undoInvoicePayment, { params, body }, as);
  assert.deepEqual(await counted(), [1, rand]);
  const { data } = await bank.bookCertain();
  assert.deepEqual(data, { booked: 1, amount: rand, notBooked: [], left: 0 });
  assert.deepEqual(await counted(), [0, 0]);
});

test('of two lines for one record only the first is counted, shown and booked as certain', async () => {
  const { reference, rand } = await owing();
  const texts = [`${reference} FIRST`, `${reference} SECOND`];
  // This bank writes the newest first.
  const [second = '', first = ''] = await bank.imported(texts.map((text) => ({ text, rand })));
  await storeCertainty(app.ctx());
  assert.deepEqual(await counted(), [1, rand]);
  const shown = await Promise.all([first, second].map((id) => bank.read(id)));
  assert.deepEqual(
    shown.map(({ certainty }) => certainty),
    ['certain', 'likely'],
  );
  assert.match(shown[1]?.suggestion?.why.join(' ') ?? '', /pays the same record, and comes first/);
  const { data } = await bank.bookCertain([first, second]);
  assert.deepEqual([data.booked, data.amount], [1, rand]);
  assert.deepEqual(
    data.notBooked.map(({ id }) => id),
    [second],
  );
  assert.match(data.notBooked[0]?.why ?? '', / already\..* is booked for it/);
  await storeCertainty(app.ctx());
  assert.deepEqual(await counted(), [0, 0]);
});

test('an import makes a line that it takes back no longer certain', async () => {
  const { reference, rand } = await owing();
  const number = '79000000001';
  const line = (text: string, sign: 1 | -1, openingCents: number) =>
    bank.imported([{ text, rand: sign * rand }], { number, openingCents });
  const [came = ''] = await line(reference, 1, 0);
  await storeCertainty(app.ctx());
  assert.deepEqual(await counted(), [1, rand]);
  await line(`REV-MAGTAPE CREDIT ${reference}`, -1, rand * 100);
  await storeCertainty(app.ctx());
  assert.deepEqual(await counted(), [0, 0]);
  assert.equal((await bank.read(came)).certainty, 'likely');
});
