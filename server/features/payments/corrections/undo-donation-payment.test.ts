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

test('an undone donation is pending as it was, its thanks are withdrawn, and it is received anew', async () => {
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

test('a pending one stays, an unknown one does not exist, and a reason is needed', async () => {
  const id = await pledged(app);
  const before = await read(id);
  assert.deepEqual((await undo(id)).data, before);
  assert.deepEqual(await notes(id), []);
  assert.equal((await undo(id, '')).status, 400);
  assert.equal((await undo(randomUUID())).status, 404);
});

test('what was received once is not deleted any more', async () => {
  const id = await pledged(app);
  await receive(id);
  await undo(id);
  const refused = await callApi(app, deleteDonation, { params: { id } }, as);
  assert.deepEqual([refused.status, refused.message], [409, contract.donationTexts.hadPayment]);
});

test('who had a notification judged again is noted, with what it pays', async () => {
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
  // One that names nothing that could be found is noted by the provider's number alone.
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
  // Judged for good: nothing is done, and nothing noted.
  await callApi(app, judgeNotificationAgain, { params }, as);
  assert.equal((await notes(waiting!.id)).length, 1);
});
