import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayOf, isDay } from '#contract/days.ts';
import { addDays, addMonths, inMonth } from '#contract/calendar.ts';
import { isTooOld } from '../relatives/add-relatives.ts';
import { statusOn } from './status-on-day.ts';

const end = '2027-12-31';

test('a period to 31 December 2027 is due from 1 November to 30 January, and expired from the 31st', () => {
  assert.equal(statusOn('2027-10-31', end), 'Active');
  assert.equal(statusOn('2027-11-01', end), 'Due for Renewal');
  assert.equal(statusOn('2027-12-31', end), 'Due for Renewal');
  assert.equal(statusOn('2028-01-01', end), 'Due for Renewal');
  assert.equal(statusOn('2028-01-30', end), 'Due for Renewal');
  assert.equal(statusOn('2028-01-31', end), 'Expired');
  assert.equal(statusOn('2040-01-01', end), 'Expired');
});

test('every day of two years has one of the three statuses, each in one continuous range', () => {
  const days = Array.from({ length: 731 }, (_, n) => statusOn(addDays('2027-01-01', n), end));
  const count = (status: string) => days.filter((it) => it === status).length;
  assert.deepEqual(
    [count('Active'), count('Due for Renewal'), count('Expired')],
    [304, 91, 731 - 304 - 91],
  );
  assert.deepEqual(
    days.filter((status, n) => status !== days[n - 1]),
    ['Active', 'Due for Renewal', 'Expired'],
  );
});

test('a member who never paid is pending', () =>
  assert.equal(statusOn('2027-03-10', null), 'Pending'));

test('the day is the one in Johannesburg', () => {
  assert.equal(dayOf(new Date('2027-10-31T21:59:59Z')), '2027-10-31');
  assert.equal(dayOf(new Date('2027-10-31T22:00:00Z')), '2027-11-01');
});

test('a relative is covered until the day before the 19th birthday', () => {
  const on = (day: string) => new Date(`${day}T08:00:00Z`);
  assert.equal(isTooOld('2008-03-11', on('2027-03-10')), false);
  assert.equal(isTooOld('2008-03-10', on('2027-03-10')), true);
  // 2027 has no 29 February: the birthday is on the 28th.
  assert.equal(isTooOld('2008-02-29', on('2027-02-27')), false);
  assert.equal(isTooOld('2008-02-29', on('2027-02-28')), true);
  assert.equal(isTooOld('2008-03-10', new Date('2027-03-09T21:59:59Z')), false);
  assert.equal(isTooOld('2008-03-10', new Date('2027-03-09T22:00:00Z')), true);
});

test('only calendar days in the years that the database supports are valid', () => {
  for (const day of ['2028-02-29', '1900-01-01', '2199-12-31']) assert.ok(isDay(day), day);
  for (const day of [
    '2027-02-29',
    '2027-13-01',
    '2027-04-31',
    '2027-00-10',
    '0000-01-01',
    '0050-01-01',
    '9999-12-31',
    '2027-1-1',
    ' 2027-01-01',
  ])
    assert.ok(!isDay(day), day);
});

test('adding months gives the same day, or the last day of a shorter month', () => {
  assert.equal(addMonths('2027-01-31', 1), '2027-02-28');
  assert.equal(addMonths('2028-01-31', 1), '2028-02-29');
  assert.equal(addMonths('2027-02-28', 1, 31), '2027-03-31');
  assert.equal(addMonths('2027-11-30', 15), '2029-02-28');
  assert.equal(addMonths('2027-05-31', 0), '2027-05-31');
  assert.equal(inMonth(2027, 4, 31), '2027-04-30');
  assert.equal(addDays('2027-12-31', 1), '2028-01-01');
  assert.equal(addDays('2028-03-01', -1), '2028-02-29');
});

test('property: adding days does not depend on the machine’s time zone', () => {
  const some = fc.integer({ min: -20_000, max: 40_000 });
  fc.assert(
    fc.property(some, some, (days, more) => {
      const day = addDays('2000-01-01', days);
      assert.ok(isDay(day));
      assert.equal(addDays(day, more), addDays('2000-01-01', days + more));
      assert.ok(addDays(day, 1) > day);
    }),
  );
});
