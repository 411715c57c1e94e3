import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const bank = openMatching(app, token);
let people = 0;
const owing = () => bank.owing(`late-${(people += 1)}@example.org`);

const record = (id: string, body: object) =>
  callApi(app, processInvoicePayment, { params: { id }, body }, { token });

test('a line whose payment was recorded by hand weeks later confirms it, and counts it once', async () => {
  const { reference, rand, invoiceId } = await owing();
  await record(invoiceId, {});
  const id = await bank.line(reference, rand, '2027-02-10');
  const { suggestions } = await bank.read(id);
  assert.deepEqual(
    suggestions.map(({ certainty, parts }) => [certainty, parts[0]?.kind]),
    [
      ['likely', 'recorded'],
      ['possible', 'credit'],
    ],
  );
  assert.equal((await bank.bookFirst(id)).data.state, 'matched');
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 1);
  // The payment has its line now, so another one is other money.
  const again = await bank.line(`${reference} AGAIN`, rand, '2027-02-11');
  const { certainty, suggestion } = await bank.read(again);
  assert.deepEqual([certainty, suggestion?.parts[0]?.kind], ['likely', 'credit']);
});

test('one transfer that was recorded by hand as two payments confirms both', async () => {
  const { reference, rand, invoiceId } = await owing();
  await record(invoiceId, { amount: 100 });
  await record(invoiceId, { amount: rand - 100 });
  const id = await bank.line(reference, rand);
  const { certainty, suggestion } = await bank.read(id);
  assert.deepEqual(
    [certainty, suggestion?.parts.map(({ kind }) => kind)],
    ['likely', ['recorded', 'recorded']],
  );
  assert.equal((await bank.bookFirst(id)).data.state, 'matched');
  assert.equal((await rowsOf(app, invoiceId)).payments.length, 2);
});

test('a payment by hand of another amount makes the credit one that a person must choose', async () => {
  const { reference, rand, invoiceId } = await owing();
  await record(invoiceId, { amount: rand });
  const id = await bank.line(reference, rand + 10);
  const { suggestions } = await bank.read(id);
  assert.ok(suggestions.every(({ certainty }) => certainty === 'possible'));
  assert.match(suggestions[0]?.why.join(' ') ?? '', /was recorded by hand for 10 Mar 2027/);
});
