import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { membershipOf, openInvoice, setStatusByHand } from '#test/support/assertions.ts';
import { naledi, registered } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { openTestApp, testStart } from '#test/support/app.ts';
import { addDays } from '#contract/calendar.ts';
import { deriveStatuses } from './derive-statuses.ts';
import { statusOn } from './status-on-day.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const derive = () => deriveStatuses(app.ctx());
const statusOf = async (memberId: string) => (await membershipOf(app, memberId)).status;

async function deriveOn(day: string): Promise<void> {
  app.clock.set(`${day}T08:00:00Z`);
  await derive();
}

/** A member who paid on the first day, with a period to 9 March 2028. */
async function paid(email: string): Promise<string> {
  app.clock.set(testStart);
  const { memberId, invoiceId } = await registered(app, { email });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  return memberId;
}

test('on every day around the end of a period, the daily run sets the status of the rule', async () => {
  const { memberId, invoiceId } = await registered(app);
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const { periods } = await membershipOf(app, memberId);
  const endsOn = periods[0]?.[1] ?? '';
  for (const away of [-200, -61, -60, -59, -1, 0, 1, 30, 31, 32, 400]) {
    const day = addDays(endsOn, away);
    app.clock.set(`${day}T10:00:00Z`);
    await derive();
    const { status } = await membershipOf(app, memberId);
    assert.equal(status, statusOn(day, endsOn), `${away} days from the end`);
  }
  app.clock.set(testStart);
});

test('it never changes members who have not paid or are deactivated', async () => {
  const waiting = await registered(app, { email: 'waiting@example.org' });
  const gone = await paid('gone@example.org');
  await setStatusByHand(app, gone, statusNames.deactivated, adminId);
  const shut = await paid('shut-out@example.org');
  await setStatusByHand(app, shut, statusNames.deactivated, adminId);
  const followsPeriods = { status_set_by: null, status_set_at: null };
  await app.db.updateTable('members').set(followsPeriods).where('id', '=', shut).execute();
  for (const day of ['2028-02-01', '2028-03-09', '2028-03-10', '2029-01-01']) {
    await deriveOn(day);
    assert.equal(await statusOf(waiting.memberId), 'Pending');
    assert.equal(await statusOf(gone), 'Deactivated');
    assert.equal(await statusOf(shut), 'Deactivated');
  }
});

test('a manual status lasts to the last day of the current period', async () => {
  const member = await paid('by-hand@example.org');
  // In London it is still late in the evening of the day before.
  app.clock.set('2027-03-09T22:30:00Z');
  await setStatusByHand(app, member, statusNames.expired, adminId);
  for (const day of ['2027-03-10', '2028-02-01', '2028-03-09']) {
    await deriveOn(day);
    assert.equal(await statusOf(member), 'Expired', day);
  }
  await deriveOn('2028-03-10');
  const { status, statusSetBy } = await membershipOf(app, member);
  assert.deepEqual([status, statusSetBy], ['Due for Renewal', null]);
});

test('a manual status that was set without a current period lasts', async () => {
  const member = await paid('lapsed@example.org');
  app.clock.set('2028-03-10T08:00:00Z');
  await setStatusByHand(app, member, statusNames.active, adminId);
  await deriveOn('2030-01-01');
  assert.equal(await statusOf(member), 'Active');
});

test('property: for any end and any day, `statusOn` and the SQL query give the same status', async () => {
  const ends = Array.from({ length: 40 }, (_, n) => addDays('2027-06-01', n * 17));
  const members = await Promise.all(
    ends.map(
      async (endsOn, n) => (await addManyMembers(app, 1, { lastName: `End${n}x`, endsOn }))[0]!,
    ),
  );
  const days = fc.integer({ min: -100, max: 900 }).map((days) => addDays('2027-06-01', days));
  await fc.assert(
    fc.asyncProperty(days, async (day) => {
      await deriveOn(day);
      const statuses = await Promise.all(members.map(statusOf));
      assert.deepEqual(
        statuses,
        ends.map((endsOn) => statusOn(day, endsOn)),
      );
    }),
    { numRuns: 25 },
  );
});

test('it waits for a concurrent payment, but not for members whose status does not change', async () => {
  const [due = '', calm = ''] = [
    ...(await addManyMembers(app, 1, { lastName: 'Paying', endsOn: '2028-04-30' })),
    ...(await addManyMembers(app, 1, { lastName: 'Calm', endsOn: '2029-04-30' })),
  ];
  await deriveOn('2028-04-01');
  const invoiceId = await openInvoice(app, due, 'Individual');
  app.clock.set('2028-06-01T08:00:00Z');
  const deriving = await app.db.transaction().execute(async (db) => {
    await sql`SELECT FROM members WHERE id = ${calm} FOR UPDATE`.execute(db);
    await settleInvoice({ ...app.ctx(), db }, { invoiceId, source: 'administrator' });
    const waiting = derive();
    await untilWaiting(app, 1);
    // Another member, whose status does not change, is locked all the time.
    return { waiting };
  });
  await deriving.waiting;
  assert.equal(await statusOf(due), 'Active', 'the new period counts');
  await app.db.transaction().execute(async (db) => {
    await sql`SELECT FROM members WHERE id = ${calm} FOR UPDATE`.execute(db);
    await derive();
  });
});
