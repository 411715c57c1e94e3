import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import { testPaymentCheck } from '#server/features/system-check/checks/test-payments.ts';
import { loadCardEntries } from '#server/features/payments/payouts/load-card-entries.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { judgeDue, notify, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, registered } from '#test/support/people.ts';
import { notificationDepsOf } from './process-notification.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const { token } = await naledi(app);

const inMode = (mode: PayfastSettings['mode']) => ({ ...app.config.payfast, mode });
let people = 0;
async function paidIn(mode: PayfastSettings['mode']): Promise<string> {
  const email = `${mode}-${(people += 1)}@example.org`;
  const { invoiceId } = await registered(app, { email, paymentType: 'Credit Card' });
  await notify(app, 'subscription', signed(toldOf(invoiceId, { pf_payment_id: `88${people}` })));
  await judgeDue(app, { ...notificationDepsOf(app), payfast: inMode(mode) });
  return invoiceId;
}
const checked = (mode: PayfastSettings['mode']) =>
  testPaymentCheck({
    config: { ...app.config, payfast: inMode(mode) },
    clock: app.clock,
    db: app.db,
    secret: app.secret,
  }).run();

async function undone(id: string, more: object = {}) {
  const undo = { params: { id }, body: { reason: 'A test', ...more } };
  assert.equal((await callApi(app, undoInvoicePayment, undo, { token })).status, 200);
}
/** The fees in the books, and the rows of the next payout, in cents. */
async function cardMoney() {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = 'fees'`.execute(
    app.db,
  );
  const entries = await loadCardEntries(app.db, dayOf(app.clock.now()));
  return { fees: rows[0]?.cents, entries: entries.map(({ netCents }) => netCents) };
}
const fee = 1035;
const net = 45_000 - fee;

test('of a test payment that is undone no fee and no row of a payout is left, and a payout of real money has none', async () => {
  const [first, second, third] = [
    await paidIn('sandbox'),
    await paidIn('sandbox'),
    await paidIn('sandbox'),
  ];
  assert.deepEqual(await cardMoney(), { fees: 3 * fee, entries: [net, net, net] });
  await undone(first);
  assert.deepEqual(await cardMoney(), { fees: 2 * fee, entries: [net, net] });
  await undone(second, { returnedOn: dayOf(app.clock.now()) });
  assert.deepEqual(await cardMoney(), { fees: fee, entries: [net] });
  const real = await paidIn('live');
  assert.deepEqual(await cardMoney(), { fees: 2 * fee, entries: [net] });
  await undone(third);
  await undone(real);
  assert.deepEqual(await cardMoney(), { fees: fee, entries: [net, -45_000] });
  await assertBooksAgree(app);
});

test('a payment of test mode is named once real payments are on, until it is undone', async () => {
  const tested = await paidIn('sandbox');
  const real = await paidIn('live');
  const marks = await Promise.all(
    [tested, real].map(async (id) => (await rowsOf(app, id)).payments.map((row) => row.is_test)),
  );
  assert.deepEqual(marks, [[true], [false]]);
  assert.equal((await checked('sandbox')).state, 'ok');
  const found = await checked('live');
  assert.equal(found.state, 'failed');
  assert.match(
    found.finding,
    /^1 card payment of the time of test payments is in the books, and no money came: INV-\d{5}\.$/,
  );
  await undone(tested);
  assert.equal((await checked('live')).state, 'ok');
});
