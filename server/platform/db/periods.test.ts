import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '#contract/calendar.ts';
import { registered, typeId } from '#test/support/people.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { memberId } = await registered(app);
const other = await registered(app, { email: 'other@example.org' });
const individual = await typeId(app, 'Individual');

type Dates = [startsOn: string, endsOn: string];

async function insert([starts_on, ends_on]: Dates, member_id = memberId): Promise<void> {
  await app.db
    .insertInto('membership_periods')
    .values({
      id: randomUUID(),
      member_id,
      starts_on,
      ends_on,
      anchor_day: 1,
      member_type_id: individual,
      fee_cents: 0,
      invoice_id: null,
      created_at: app.clock.now(),
    })
    .execute();
}

const clear = () => app.db.deleteFrom('membership_periods').execute();
const overlap = 'membership_periods_member_id_daterange_excl';

test('a period that overlaps another one by a day or more is refused', async () => {
  await clear();
  await insert(['2027-03-01', '2027-05-31']);
  for (const dates of [
    ['2027-01-01', '2027-12-31'],
    ['2027-04-01', '2027-04-30'],
    ['2027-03-01', '2027-05-31'],
    ['2027-05-31', '2027-12-31'],
    ['2027-01-01', '2027-03-01'],
    ['2027-05-31', '2027-05-31'],
  ] satisfies Dates[]) {
    await assert.rejects(insert(dates), { constraint: overlap }, dates.join(' to '));
  }
  await insert(['2027-06-01', '2027-06-01']);
  await insert(['2027-02-01', '2027-02-28']);
  await insert(['2027-03-01', '2027-05-31'], other.memberId);
});

test('a period never ends before it starts', async () => {
  await assert.rejects(insert(['2030-01-02', '2030-01-01']), {
    constraint: 'membership_periods_check',
  });
});

test('of twenty concurrent overlapping periods, one is saved', async () => {
  await clear();
  const outcomes = await concurrently(20, (n) => insert([addDays('2027-01-01', n), '2027-12-31']));
  assert.equal(succeeded(outcomes).length, 1);
  for (const error of failed(outcomes)) {
    // PostgreSQL may also end one of two conflicting transactions with a retry error.
    const { constraint, code } = error as Error & { constraint?: string; code?: string };
    assert.ok(constraint === overlap || code === '40P01', error.message);
  }
});

test('property: of any two periods the second is refused exactly when they share a day', async () => {
  const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2027-01-01', n));
  const dates = fc
    .tuple(day, day)
    .map(([one, two]): Dates => (one < two ? [one, two] : [two, one]));
  const pair = fc.asyncProperty(dates, dates, async (one, two) => {
    await clear();
    await insert(one);
    const share = one[0] <= two[1] && two[0] <= one[1];
    if (share) await assert.rejects(insert(two), { constraint: overlap });
    else await insert(two);
  });
  await fc.assert(pair, { numRuns: 60 });
});
