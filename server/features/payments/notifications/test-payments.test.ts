import assert from 'node:assert/strict';
import { test } from 'node:test';
import { undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import { testPaymentCheck } from '#server/features/system-check/checks/test-payments.ts';
import { openTestApp } from '#test/support/app.ts';
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
async function paidIn(mode: PayfastSettings['mode']): Promise<string> {
  const email = `${mode}@example.org`;
  const { invoiceId } = await registered(app, { email, paymentType: 'Credit Card' });
  await notify(app, 'subscription', signed(toldOf(invoiceId)));
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
  const undo = { params: { id: tested }, body: { reason: 'A test' } };
  assert.equal((await callApi(app, undoInvoicePayment, undo, { token })).status, 200);
  assert.equal((await checked('live')).state, 'ok');
});
