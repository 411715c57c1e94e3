import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { deleteDonation, processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import * as contract from '#contract/donations/endpoints.ts';
import { undoDonationPayment } from '#contract/payments/admin-endpoints.ts';
import { judgeNotificationAgain } from '#contract/payments/notifications.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { notify, pledged, shown, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { openTestApp } from '#test/support/app.ts';

const provider = await openProvider();
const app = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const admin = await naledi(app);
const as = { token: admin.token };

const read = async (id: string) =>
  (await callApi(app, contract.getDonation, { params: { id } }, as)).data;
const receive = (id: string) => callApi(app, processDonationPayment, { params: { id } }, as);
const undo = (id: string, reason = 'A mistake') =>
  callApi(app, undoDonationPayment, { params: { id }, body: { reason } }, as);
const notes = async (id: string) => {
  const rows = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action, subject_name, before, after }) => ({
    action,
    subject_name,
    before,
    after,
  }));
};

test('an undone donation is pending again, its receipt is withdrawn, and it can be received again', async () => {
  const id = await pledged(app);
  const before = await read(id);
  await receive(id);
  const { status, data } = await undo(id);
  assert.deepEqual([status, data], [200, before]);
  const mails = await app.db
    .selectFrom('mails')
    .select('kind')
    .where((row) => row(row.ref('about', '->>').key('donationId'), '=', id))
    .execute();
  assert.deepEqual(mails, []);
  const again = await receive(id);
  assert.equal(again.data.isReceived, true);
  assert.deepEqual(
    (await notes(id)).map(({ action }) => action),
    ['processDonationPayment', 'undoDonationPayment', 'processDonationPayment'],
  );
  assert.equal((await notes(id))[1]?.after['reason'], 'A mistake');
});

test('undoing a pending donation changes nothing, an unknown one gets a 404, and a reason is required', async () => {
  const id = await pledged(app);
  const before = await read(id);
  assert.deepEqual((await undo(id)).data, before);
  assert.deepEqual(await notes(id), []);
  assert.equal((await undo(id, '')).status, 400);
  assert.equal((await undo(randomUUID())).status, 404);
});

test('a donation with an undone payment cannot be deleted', async () => {
  const id = await pledged(app);
  await receive(id);
  await undo(id);
  const refused = await callApi(app, deleteDonation, { params: { id } }, as);
  assert.deepEqual([refused.status, refused.message], [409, contract.donationTexts.hadPayment]);
});

test('processing a notification again is audited, with the record that it pays', async () => {
  const id = await pledged(app);
  await notify(app, 'donation', signed(toldOf(id, { pf_payment_id: '77' })));
  const [waiting] = await shown(app, id);
  const params = { id: waiting!.id };
  const judged = await callApi(app, judgeNotificationAgain, { params }, as);
  assert.equal(judged.data.verdict, 'settled');
  const { reference } = (await read(id)) as contract.Donation;
  assert.deepEqual(await notes(waiting!.id), [
    {
      action: 'judgeNotificationAgain',
      subject_name: `77 for ${reference}`,
      before: { verdict: null },
      after: {},
    },
  ]);
  // A notification about an unknown record is audited with the provider's number only.
  await notify(app, 'donation', signed(toldOf('of nobody', { pf_payment_id: '78' })));
  const { id: strange } = await app.db
    .selectFrom('card_notifications')
    .select('id')
    .where('id', '<>', waiting!.id)
    .orderBy('received_at', 'desc')
    .executeTakeFirstOrThrow();
  await callApi(app, judgeNotificationAgain, { params: { id: strange } }, as);
  assert.deepEqual(
    (await notes(strange)).map(({ subject_name }) => subject_name),
    ['78'],
  );
  // Already final: nothing is done and nothing is audited.
  await callApi(app, judgeNotificationAgain, { params }, as);
  assert.equal((await notes(waiting!.id)).length, 1);
});
