import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, addMonths, dayOfMonth, inMonth } from '#contract/calendar.ts';
import { nextPeriod, type Period } from './next-period.ts';

const someDay = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days));
const someYearEnd = fc.option(someDay, { nil: null });

/** Pays `count` times, each time before the last period ends. */
function renewals(first: Period, times: number, yearEnd: string | null): Period[] {
  const chain = [first];
  for (let n = 0; n < times; n++) chain.push(nextPeriod(chain.at(-1)!, first.startsOn, yearEnd));
  return chain;
}

/** Compares the day after a period's end with its start plus a number of months. */
function isAtLeast(months: number, period: Period): boolean {
  return addDays(period.endsOn, 1) >= addMonths(period.startsOn, months);
}

test('without a year end a period is twelve months and ends the day before the anniversary', () => {
  const first = nextPeriod(null, '2027-03-10', null);
  assert.deepEqual(first, { startsOn: '2027-03-10', endsOn: '2028-03-09', anchorDay: 10 });
});

test('with a year end, a first period runs to the next one, or to the one after if it is near', () => {
  const endOf = (paidOn: string) => nextPeriod(null, paidOn, '2020-12-31').endsOn;
  assert.equal(endOf('2027-03-10'), '2027-12-31');
  assert.equal(endOf('2027-10-01'), '2027-12-31', 'three months are left, to the day');
  assert.equal(endOf('2027-10-02'), '2028-12-31', 'a day fewer');
  assert.equal(endOf('2027-12-31'), '2028-12-31');
  assert.equal(endOf('2028-01-01'), '2028-12-31');
});

test('a renewal up to the end day starts on the day after the end', () => {
  const last = { startsOn: '2027-01-01', endsOn: '2027-12-31', anchorDay: 1 };
  for (const paidOn of ['2027-11-05', '2027-12-31']) {
    const renewed = { startsOn: '2028-01-01', endsOn: '2028-12-31', anchorDay: 1 };
    assert.deepEqual(nextPeriod(last, paidOn, '2020-12-31'), renewed);
    assert.deepEqual(nextPeriod(last, paidOn, null), renewed);
  }
});

test('after a lapse a renewal starts on the payment date, and lasts at least nine months', () => {
  const last = { startsOn: '2027-01-01', endsOn: '2027-12-31', anchorDay: 1 };
  const endOf = (paidOn: string) => nextPeriod(last, paidOn, '2020-12-31').endsOn;
  assert.equal(nextPeriod(last, '2028-01-01', null).startsOn, '2028-01-01');
  assert.equal(nextPeriod(last, '2028-03-15', null).startsOn, '2028-03-15');
  assert.equal(nextPeriod(last, '2028-03-15', null).endsOn, '2029-03-14');
  assert.equal(endOf('2028-04-01'), '2028-12-31', 'nine months are left, to the day');
  assert.equal(endOf('2028-04-02'), '2029-12-31', 'a day fewer');
});

test('after a change of the year end, a renewal still lasts at least nine months', () => {
  const last = { startsOn: '2027-01-01', endsOn: '2027-12-31', anchorDay: 1 };
  assert.equal(nextPeriod(last, '2027-12-01', '2020-06-30').endsOn, '2029-06-30');
  assert.equal(nextPeriod(last, '2027-12-01', '2020-09-30').endsOn, '2028-09-30');
});

test('ten renewals end on the same day and month', () => {
  const chain = renewals(nextPeriod(null, '2024-01-01', null), 10, null);
  assert.deepEqual(
    chain.map((period) => period.startsOn),
    Array.from({ length: 11 }, (_, n) => `${2024 + n}-01-01`),
  );
  assert.equal(chain.at(-1)!.endsOn, '2034-12-31');
});

test('a membership from 29 February uses this day again in each leap year', () => {
  const chain = renewals(nextPeriod(null, '2028-02-29', null), 8, null);
  assert.deepEqual(
    chain.map((period) => period.startsOn),
    '2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29 2033-02-28 2034-02-28 2035-02-28 2036-02-29'.split(
      ' ',
    ),
  );
});

test('a year end of 29 February is the last day of February in other years', () => {
  const chain = renewals(nextPeriod(null, '2027-05-10', '2024-02-29'), 5, '2024-02-29');
  assert.deepEqual(
    chain.map((period) => period.endsOn),
    ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29', '2033-02-28'],
  );
});

test('ten renewals keep every month end', () => {
  for (let month = 1; month <= 12; month++) {
    const start = inMonth(2028, month, 31);
    const chain = renewals(nextPeriod(null, start, null), 10, null);
    for (const [n, period] of chain.entries()) {
      assert.equal(period.startsOn, inMonth(2028 + n, month, dayOfMonth(start)));
    }
  }
});

test('property: payments during a current period give no overlap and no gap', () => {
  fc.assert(
    fc.property(someDay, fc.array(someYearEnd, { minLength: 1, maxLength: 12 }), (day, ends) => {
      let last: Period | null = null;
      for (const yearEnd of ends) {
        const next = nextPeriod(last, last?.endsOn ?? day, yearEnd);
        assert.equal(next.startsOn, last === null ? day : addDays(last.endsOn, 1));
        last = next;
      }
    }),
  );
});

test('property: a period has its full length, and never ends before its payment', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -500, max: 1500 }), someYearEnd, (day, later, end) => {
      const first = nextPeriod(null, day, end);
      const paidOn = addDays(day, later);
      const renewal = nextPeriod(first, paidOn, end);
      for (const [period, paid] of [
        [first, day],
        [renewal, paidOn],
      ] as const) {
        assert.ok(period.endsOn >= period.startsOn && period.endsOn >= paid);
        assert.ok(period.startsOn >= paid);
      }
      assert.ok(isAtLeast(3, first) && isAtLeast(9, renewal));
      assert.ok(renewal.startsOn > first.endsOn, 'no day is paid for twice');
      assert.ok(renewal.endsOn < addMonths(renewal.startsOn, 21));
      assert.ok(first.endsOn < addMonths(first.startsOn, 15));
    }),
  );
});

test('property: with a year end every period ends on that day and month', () => {
  fc.assert(
    fc.property(someDay, someDay, someDay, (day, paidOn, yearEnd) => {
      const first = nextPeriod(null, day, yearEnd);
      for (const { endsOn } of [first, nextPeriod(first, paidOn, yearEnd)]) {
        const [year, month] = endsOn.split('-').map(Number);
        assert.equal(endsOn, inMonth(year!, month!, dayOfMonth(yearEnd)));
        assert.equal(endsOn.slice(5, 7), yearEnd.slice(5, 7));
      }
    }),
  );
});

test('property: after the year end is removed, a renewal is twelve months again', () => {
  fc.assert(
    fc.property(someDay, someDay, (day, yearEnd) => {
      const first = nextPeriod(null, day, yearEnd);
      const chain = renewals(first, 5, null).slice(1);
      const start = chain[0]!.startsOn;
      for (const [n, period] of chain.entries()) {
        assert.equal(period.startsOn, addMonths(start, 12 * n), `${start} by ${yearEnd}`);
      }
    }),
    { examples: [['2025-12-31', '2024-02-27']] },
  );
});
