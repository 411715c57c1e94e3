import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { getDonationStory } from '#contract/donations/story.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const storyOf = (id: string, as: { token?: string } = { token }) =>
  callApi(app, getDonationStory, { params: { id } }, as);

test('a donation says why it is pending, and then who recorded its payment', async () => {
  const id = await pledged(app);
  const { data } = await storyOf(id);
  assert.match(data.why, /^Pending since 10 Mar 2027: no payment by .+ yet\.$/);
  assert.match(data.next ?? '', /The donor then gets a receipt\.$/);
  await callApi(app, processDonationPayment, { params: { id } }, { token });
  const after = (await storyOf(id)).data;
  assert.match(after.why, /^Received on 10 Mar 2027 by .+, recorded by Naledi Khumalo\.$/);
  assert.equal(after.next, null);
  assert.equal(after.payments.results[0]?.recordedBy, 'Naledi Khumalo');
  assert.ok(after.mails.some(({ kind }) => kind === 'donation-thanks'));
});

test('only administrators read it', async () => {
  const { userId } = await registered(app);
  const own = { token: await tokenOf(app, userId) };
  assert.equal((await storyOf(await pledged(app), own)).status, 403);
});
