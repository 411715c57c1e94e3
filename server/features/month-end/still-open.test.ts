import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeMonth, getFigures } from '#contract/month-end/endpoints.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { pdf, sendProofOf } from '#test/support/proofs/send-proof.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
app.clock.set('2027-03-20T09:00:00Z');
const as = async () => ({ token: await tokenOf(app, adminId) });
const accounts = { made: 0 };
const bank = async () => openMatching(app, (await as()).token, accounts);
const stillOpen = async (period: string) => {
  const { data } = await callApi(app, getFigures, { params: { period } }, await as());
  return data.stillOpen.map(({ kind, count, amount }) => [kind, count, amount]);
};

/** In a statement of its own. */
async function dollars(day: string) {
  const id = await (await bank()).line('FROM ABROAD', 1000, day);
  const { statement_id } = await app.db
    .selectFrom('bank_lines')
    .select('statement_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('bank_statements')
    .set({ currency: 'USD' })
    .where('id', '=', statement_id)
    .execute();
}

/** What waits on a day: a line of which a part is booked, another one, a proof and a card message. */
async function wait(day: string) {
  app.clock.set(`${day}T09:00:00Z`);
  const { line, book } = await bank();
  const half = await line('NOMSA DLAMINI', 300, day);
  const credit = { kind: 'credit', amount: 100, payerName: 'Nomsa Dlamini' } as const;
  assert.equal((await book(half, [credit])).status, 200);
  await line('#SERVICE FEES', -8.5, day);
  const { invoiceId } = await registered(app, { email: `proof-${day}@example.org` });
  for (const text of ['first', 'second']) {
    assert.equal((await sendProofOf(app, invoiceId, pdf(text))).status, 200);
  }
  await notify(app, 'donation', signed(toldOf(await pledged(app))));
}

test('what is open up to the end of a month has its number and its sum, money in and out apart', async () => {
  await wait('2027-03-31');
  await dollars('2027-03-31');
  const ofMarch = [
    ['moneyIn', 1, 200],
    ['moneyOut', 1, 8.5],
    ['credits', 1, 100],
    ['cardMessages', 1, 450],
    ['proofs', 2, 450],
  ];
  assert.deepEqual(await stillOpen('2027-03'), ofMarch);
  await wait('2027-04-01');
  assert.deepEqual(await stillOpen('2027-03'), ofMarch);
  assert.deepEqual(
    await stillOpen('2027-04'),
    ofMarch.map(([kind, count, amount]) => [kind, Number(count) * 2, Number(amount) * 2]),
  );
});

test('what is open does not prevent closing, and a closed month has nothing open', async () => {
  app.clock.set('2027-04-02T09:00:00Z');
  const { status } = await callApi(app, closeMonth, { body: { month: '2027-03' } }, await as());
  assert.equal(status, 200);
  assert.deepEqual(await stillOpen('2027-03'), []);
});
