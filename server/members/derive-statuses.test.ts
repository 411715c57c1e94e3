import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusNames } from '#contract/member-statuses.ts';
import { statusId } from '../member-statuses/queries.ts';
import { settleInvoice } from '../payments/settle-invoice.ts';
import { membershipOf } from '../testing/books.ts';
import { registered } from '../testing/cast.ts';
import { openTestSite, startOfStories } from '../testing/site.ts';
import { addDays } from './calendar.ts';
import { deriveStatuses } from './derive-statuses.ts';
import { statusOn } from './status.ts';

const site = await openTestSite();
const derive = () => deriveStatuses(site.work());

test('on every day around the end of a period it says what the rule says', async () => {
  const { memberId, invoiceId } = await registered(site);
  await settleInvoice(site.work(), { invoiceId, source: 'administrator' });
  const { periods } = await membershipOf(site, memberId);
  const endsOn = periods[0]?.[1] ?? '';
  for (const away of [-200, -61, -60, -59, -1, 0, 1, 30, 31, 32, 400]) {
    const day = addDays(endsOn, away);
    site.clock.set(`${day}T10:00:00Z`);
    await derive();
    const { status } = await membershipOf(site, memberId);
    assert.equal(status, statusOn(day, endsOn), `${away} days from the end`);
  }
  site.clock.set(startOfStories);
});

test('it leaves alone who has not paid, who is deactivated, and what was set by hand', async () => {
  const waiting = await registered(site, { email: 'waiting@example.org' });
  const paid = await registered(site, { email: 'paid@example.org' });
  const byHand = await registered(site, { email: 'by-hand@example.org' });
  for (const { invoiceId } of [paid, byHand]) {
    await settleInvoice(site.work(), { invoiceId, source: 'administrator' });
  }
  const set = (memberId: string, change: object) =>
    site.db.updateTable('members').set(change).where('id', '=', memberId).execute();
  await set(paid.memberId, { member_status_id: await statusId(site.db, statusNames.deactivated) });
  await set(byHand.memberId, { status_set_by: byHand.userId, status_set_at: site.clock.now() });
  site.clock.set('2029-01-01T10:00:00Z');
  await derive();
  site.clock.set(startOfStories);
  const statuses = [waiting, paid, byHand].map(
    async ({ memberId }) => (await membershipOf(site, memberId)).status,
  );
  assert.deepEqual(await Promise.all(statuses), ['Pending', 'Deactivated', 'Active']);
});
