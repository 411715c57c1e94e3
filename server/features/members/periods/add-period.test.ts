import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastUsed, membershipOf } from '#test/support/assertions.ts';
import { registered, typeId } from '#test/support/people.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { addPeriod } from './add-period.ts';
import { addDays } from '#contract/calendar.ts';

const app = await openTestApp();
const student = await typeId(app, 'Student');

test('eight periods added concurrently to one member are consecutive, and use one number', async () => {
  const { memberId } = await registered(app, { email: 'eight@example.org' });
  const before = await lastUsed(app, 'member');
  const adding = { memberId, memberTypeId: student, feeCents: 0, invoiceId: null };
  assert.deepEqual(failed(await concurrently(8, () => addPeriod(app.ctx(), adding))), []);
  const { periods, number, status, type } = await membershipOf(app, memberId);
  assert.deepEqual([periods.length, number, status, type], [8, before + 1, 'Active', 'Student']);
  for (const [n, [start]] of periods.entries()) {
    assert.equal(start, n === 0 ? '2027-03-10' : addDays(periods[n - 1]![1]!, 1));
  }
  assert.equal(await lastUsed(app, 'member'), before + 1);
});
