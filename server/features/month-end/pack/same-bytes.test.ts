import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeMonth, getFiguresPdf, getFiguresSpreadsheet } from '#contract/month-end/endpoints.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import { correctPayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import { closeCredit, recordMoney } from '#contract/payments/credits.ts';
import { eraseDonor } from '#contract/privacy/erasure.ts';
import { openTestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { settleDonation, settleInvoice } from '#test/support/books/settle.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

test('the pack of a closed month stays byte for byte, whatever is changed later', async () => {
  const app = await openTestApp();
  const { id: userId } = await naledi(app);
  const as = async () => ({ token: await tokenOf(app, userId) });
  await app.db.updateTable('book_settings').set({ shows_deferred: true }).execute();
  const source = 'administrator' as const;
  app.clock.set('2027-03-10T08:00:00Z');
  const paid = await registered(app, { email: 'paid@example.org' });
  const open = await registered(app, { email: 'open@example.org' });
  const donationId = await pledged(app);
  const money = { invoiceId: paid.invoiceId, source, amountCents: 50_000, paidOn: '2027-03-10' };
  await settleInvoice(app.ctx(), money);
  const wise = { payerName: 'Nomsa', amount: 80, paidOn: '2027-03-10', paidBy: 'Wise' } as const;
  const { data: sent } = await callApi(app, recordMoney, { body: wise }, await as());
  const { data: byHand } = await callApi(
    app,
    recordMoney,
    { body: { ...wise, paidBy: 'Cash' } },
    await as(),
  );
  const kept = { params: { id: byHand.id }, body: { amount: 20, reason: 'Nobody claims it' } };
  assert.equal((await callApi(app, closeCredit, kept, await as())).status, 200);
  await settleDonation(app.ctx(), { donationId, source, paidOn: '2027-03-10' });
  app.clock.set('2027-04-02T08:00:00Z');
  const body = { month: '2027-03' };
  assert.equal((await callApi(app, closeMonth, { body }, await as())).status, 200);
  const download = async () => {
    const params = { period: '2027-03' };
    const files = [];
    for (const endpoint of [getFiguresPdf, getFiguresSpreadsheet]) {
      const { status, bytes } = await callApi(app, endpoint, { params }, await as());
      assert.equal(status, 200);
      files.push(bytes);
    }
    return files;
  };
  const files = await download();

  for (const [id, paidBy] of [
    [sent.id, 'World Remit'],
    [byHand.id, 'EFT'],
  ] as const) {
    const body = { paidOn: '2027-03-10', paidBy, bankReference: '', reason: 'Read again' };
    const corrected = await callApi(app, correctPayment, { params: { id }, body }, await as());
    assert.equal(corrected.status, 200, corrected.message);
    assert.deepEqual(await download(), files, `a payment came by ${paidBy}`);
  }
  const listed = { period: '2027-03', account: 'transfer' };
  const { data } = await callApi(app, searchMovements, { body: listed }, await as());
  assert.deepEqual(
    data.results.map(({ method }) => method),
    ['World Remit, Wise and Pay Pal'],
  );
  await app.db.updateTable('members').set({ last_name: 'Mokoena' }).execute();
  await app.db.updateTable('donations').set({ last_name: 'Mokoena' }).execute();
  assert.deepEqual(await download(), files, 'a member is renamed');
  const erased = await callApi(app, eraseDonor, { params: { id: donationId } }, await as());
  assert.equal(erased.status, 200, erased.message);
  assert.deepEqual(await download(), files, 'a person is erased');
  app.clock.set('2027-04-05T08:00:00Z');
  await settleInvoice(app.ctx(), { invoiceId: open.invoiceId, source, paidOn: '2027-03-20' });
  assert.deepEqual(await download(), files, 'a payment comes late');
  await app.db.updateTable('membership_periods').set({ ends_on: '2027-12-31' }).execute();
  assert.deepEqual(await download(), files, 'a period is changed');
  const id = (await rowsOf(app, paid.invoiceId)).payments[0]?.id ?? '';
  const undoing = { params: { id }, body: { reason: 'A mistake' } };
  const undone = await callApi(app, undoPayment, undoing, await as());
  assert.equal(undone.status, 200, undone.message);
  assert.deepEqual(await download(), files, 'a payment is undone');
});
