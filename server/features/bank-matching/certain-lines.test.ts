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
  const { data } = await callApi(app, countMoneyLines, {}, as);
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
  await storeCertainty(app.ctx(), { onlyNew: true });
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
  assert.deepEqual(data, { booked: 1, amount: rand, changed: 0, left: 0 });
  assert.deepEqual(await counted(), [0, 0]);
});
