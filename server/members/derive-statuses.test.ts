import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusNames } from '#contract/member-statuses.ts';
import { statusId } from '../member-statuses/queries.ts';
import { settleInvoice } from '../payments/settle-invoice.ts';
import { membershipOf, setStatusByHand } from '../testing/books.ts';
import { naledi, registered } from '../testing/cast.ts';
import { openTestSite, startOfStories } from '../testing/site.ts';
import { addDays } from './calendar.ts';
import { deriveStatuses } from './derive-statuses.ts';
import { statusOn } from './status.ts';

const site = await openTestSite();
const admin = await naledi(site);
const derive = () => deriveStatuses(site.work());

/** Does it on that day, and comes back. */
async function on(instant: string, effect: () => Promise<void>): Promise<void> {
  site.clock.set(instant);
  await effect();
  site.clock.set(startOfStories);
}

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

test('it leaves alone who has not paid, and who is deactivated', async () => {
  const waiting = await registered(site, { email: 'waiting@example.org' });
  const byHand = await registered(site, { email: 'deactivated@example.org' });
  const derived = await registered(site, { email: 'shut-out@example.org' });
  for (const { invoiceId } of [byHand, derived]) {
    await settleInvoice(site.work(), { invoiceId, source: 'administrator' });
  }
  await setStatusByHand(site, byHand.memberId, statusNames.deactivated, admin.id);
  await site.db
    .updateTable('members')
    .set({ member_status_id: await statusId(site.db, statusNames.deactivated) })
    .where('id', '=', derived.memberId)
    .execute();
  await on('2029-01-01T10:00:00Z', derive);
  const members = [waiting, byHand, derived].map(({ memberId }) => membershipOf(site, memberId));
  assert.deepEqual(
    (await Promise.all(members)).map(({ status, statusSetBy }) => [status, statusSetBy]),
    [
      ['Pending', null],
      ['Deactivated', admin.id],
      ['Deactivated', null],
    ],
  );
});

test('what was set by hand lasts until the period that ran then has ended, in Johannesburg', async () => {
  const { memberId, invoiceId } = await registered(site, { email: 'by-hand@example.org' });
  await settleInvoice(site.work(), { invoiceId, source: 'administrator' });
  const late = await registered(site, { email: 'late@example.org' });
  await settleInvoice(site.work(), { invoiceId: late.invoiceId, source: 'administrator' });
  // Midnight has passed in Johannesburg: the last day of the period, which ends on 2028-03-09.
  await on('2028-03-08T22:30:00Z', () =>
    setStatusByHand(site, memberId, statusNames.expired, admin.id),
  );
  // And here its first day without one: no period's end will lift it.
  await on('2028-03-09T22:30:00Z', () =>
    setStatusByHand(site, late.memberId, statusNames.active, admin.id),
  );
  const seen = async () => {
    const members = [memberId, late.memberId].map((id) => membershipOf(site, id));
    return (await Promise.all(members)).map((it) => [it.status, it.statusSetBy !== null]);
  };
  await on('2028-03-09T21:59:00Z', derive);
  assert.deepEqual(await seen(), [
    ['Expired', true],
    ['Active', true],
  ]);
  await on('2028-03-09T22:05:00Z', derive);
  assert.deepEqual(await seen(), [
    ['Due for Renewal', false],
    ['Active', true],
  ]);
  await on('2031-01-01T10:00:00Z', derive);
  assert.deepEqual(await seen(), [
    ['Expired', false],
    ['Active', true],
  ]);
});
