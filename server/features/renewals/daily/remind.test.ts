import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { addDays } from '#contract/calendar.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { archive, openInvoice, setStatusByHand } from '#test/support/assertions.ts';
import { naledi } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { openTestApp } from '#test/support/app.ts';
import { runDaily } from './run-day.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
let families = 0;

/** A member whose period ends on that day. */
async function member(endsOn: string, paidAt?: string): Promise<string> {
  families += 1;
  const paid = paidAt === undefined ? {} : { paidAt };
  const [id = ''] = await addManyMembers(app, 1, {
    lastName: `Family${families}x`,
    endsOn,
    ...paid,
  });
  return id;
}

async function runOn(day: string): Promise<void> {
  app.clock.set(`${day}T08:00:00Z`);
  await runDaily(app.ctx());
}

async function runOnEachDay(from: string, to: string): Promise<void> {
  for (let day = from; day <= to; day = addDays(day, 1)) await runOn(day);
}

/** The days of the member's mails, and the steps that were recorded without a mail. */
async function remindersOf(memberId: string) {
  const { rows } = await sql<{ step: number; day: string; is_mailed: boolean }>`
    SELECT r.step, r.noted_at::date AS day, m.id IS NOT NULL AS is_mailed
    FROM reminders r JOIN membership_periods p ON p.id = r.period_id LEFT JOIN mails m ON m.id = r.mail_id
    WHERE p.member_id = ${memberId} ORDER BY p.ends_on, r.step`.execute(app.db);
  return {
    mailed: rows.filter((row) => row.is_mailed).map(({ day, step }) => `${day} ${step}`),
    skipped: rows.filter((row) => !row.is_mailed).map(({ step }) => step),
  };
}

test('for an end on 31 December, reminders are sent once on 1, 24 and 31 December and 30 January', async () => {
  const id = await member('2027-12-31');
  await runOnEachDay('2027-11-28', '2028-02-05');
  assert.deepEqual(await remindersOf(id), {
    mailed: ['2027-12-01 -30', '2027-12-24 -7', '2027-12-31 0', '2028-01-30 30'],
    skipped: [],
  });
});

test('reminders count days, regardless of the length of months', async () => {
  const [leap, short] = [await member('2028-02-29'), await member('2029-02-28')];
  await runOnEachDay('2028-01-25', '2028-04-05');
  await runOnEachDay('2029-01-25', '2029-04-05');
  const days = async (id: string) => (await remindersOf(id)).mailed;
  assert.deepEqual(await days(leap), [
    '2028-01-30 -30',
    '2028-02-22 -7',
    '2028-02-29 0',
    '2028-03-30 30',
  ]);
  assert.deepEqual(await days(short), [
    '2029-01-29 -30',
    '2029-02-21 -7',
    '2029-02-28 0',
    '2029-03-30 30',
  ]);
});

test('the day is the day in Johannesburg, when it is still the evening before in London', async () => {
  const id = await member('2027-12-31');
  app.clock.set('2027-11-30T21:59:59Z');
  await runDaily(app.ctx());
  assert.deepEqual((await remindersOf(id)).mailed, []);
  app.clock.set('2027-11-30T22:05:00Z');
  await runDaily(app.ctx());
  assert.equal((await remindersOf(id)).mailed.length, 1);
});

test('after forty days without a run, only the latest reminder is sent, and the others are recorded as skipped', async () => {
  const id = await member('2027-12-31');
  await runOn('2027-11-25');
  await runOn('2028-01-04');
  assert.deepEqual(await remindersOf(id), { mailed: ['2028-01-04 0'], skipped: [-30, -7] });
  await runOnEachDay('2028-01-05', '2028-03-01');
  const mailed = ['2028-01-04 0', '2028-01-30 30'];
  assert.deepEqual(await remindersOf(id), { mailed, skipped: [-30, -7] });
});

test('no reminder is sent after a payment or during the paid year', async () => {
  const id = await member('2027-12-31');
  await runOn('2027-12-02');
  const invoiceId = await openInvoice(app, id, 'Individual');
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  await runOnEachDay('2027-12-20', '2028-02-05');
  assert.deepEqual((await remindersOf(id)).mailed, ['2027-12-02 -30']);
  await runOn('2028-12-01');
  assert.deepEqual((await remindersOf(id)).mailed, ['2027-12-02 -30', '2028-12-01 -30']);
});

test('deactivated and archived members get no reminder, even after they return', async () => {
  const [gone, kept] = [await member('2027-12-31'), await member('2027-12-31')];
  app.clock.set('2027-11-01T08:00:00Z');
  await setStatusByHand(app, gone, statusNames.deactivated, adminId);
  await archive(app, kept);
  await runOnEachDay('2027-12-01', '2028-01-02');
  await setStatusByHand(app, gone, statusNames.due, adminId);
  await app.db.updateTable('members').set({ archived_at: null }).where('id', '=', kept).execute();
  await runOn('2028-01-03');
  for (const id of [gone, kept]) {
    assert.deepEqual(await remindersOf(id), { mailed: [], skipped: [-30, -7, 0] });
  }
  await runOn('2028-01-30');
  assert.deepEqual((await remindersOf(gone)).mailed, ['2028-01-30 30']);
});

test('reminder days before the recording of the period are skipped', async () => {
  const id = await member('2027-12-31', '2027-12-20T10:00:00Z');
  await runOnEachDay('2027-12-20', '2027-12-26');
  assert.deepEqual(await remindersOf(id), { mailed: ['2027-12-24 -7'], skipped: [-30] });
});

/** The expected mails and skipped steps of each run, day by day. */
function expected(endsOn: string, runs: string[]) {
  const left = new Set([-30, -7, 0, 30]);
  const plan = { mailed: [] as string[], skipped: [] as number[] };
  for (const day of runs) {
    const come = [...left].filter((step) => addDays(endsOn, step) <= day);
    for (const step of come) left.delete(step);
    const latest = come.pop();
    if (latest !== undefined) plan.mailed.push(`${day} ${latest}`);
    plan.skipped.push(...come);
  }
  return plan;
}

test('property: for any days and any number of runs, each step is handled once', async () => {
  let year = 2030;
  const gaps = fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 1, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 364 }), gaps, async (offset, days) => {
      year += 2;
      const endsOn = addDays(`${year}-01-01`, offset);
      const id = await member(endsOn);
      let day = addDays(endsOn, -60);
      const runs = [];
      for (const gap of days) {
        day = addDays(day, gap);
        runs.push(day);
        await runOn(day);
      }
      assert.deepEqual(await remindersOf(id), expected(endsOn, runs), `${endsOn}: ${runs.join()}`);
    }),
    { numRuns: 30 },
  );
});
