import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CardEntry, findPayout } from './find-payout.ts';

let number = 0;

/** A payment of that day at noon; R10.35 goes to the provider. */
function paid(day: string, grossCents: number, feeCents = -1035): CardEntry {
  const netCents = grossCents + feeCents;
  const happenedAt = new Date(`${day}T10:00:00Z`);
  const providerId = String(++number);
  return {
    providerId,
    type: 'FUNDS_RECEIVED',
    happenedAt,
    grossCents,
    feeCents,
    netCents,
    recordId: null,
  };
}

const march = [
  paid('2027-03-01', 45_000),
  paid('2027-03-02', 65_000),
  paid('2027-03-03', 10_000),
  paid('2027-03-08', 45_000),
];
const netOf = (entries: readonly CardEntry[]) =>
  entries.reduce((sum, { netCents }) => sum + netCents, 0);
const line = (amountCents: number, day = '2027-03-05') => ({ day, amountCents });

test('everything since the last payout makes up the line', () => {
  const three = march.slice(0, 3);
  assert.deepEqual(findPayout(line(netOf(three)), march), {
    certainty: 'exact',
    entries: three,
    grossCents: 120_000,
    feeCents: -3105,
    netCents: 116_895,
    payoutFeeCents: 0,
    earlier: 0,
  });
  // A payment of the days in which the provider held the money is in the next one.
  const two = march.slice(0, 2);
  assert.deepEqual(findPayout(line(netOf(two), '2027-03-04'), march)?.entries, two);
});

test('a fee for the payout itself is the difference, up to R25', () => {
  const three = march.slice(0, 3);
  const found = findPayout(line(netOf(three) - 1001), march);
  assert.deepEqual([found?.certainty, found?.payoutFeeCents], ['fee', 1001]);
  assert.deepEqual(found?.entries, three);
  assert.equal(findPayout(line(netOf(three) - 2501), march), null);
  assert.equal(findPayout(line(netOf(three) + 1), march), null);
});

test('an exact sum counts before one with a fee', () => {
  const entries = [paid('2027-03-01', 10_000), paid('2027-03-02', 2000, -100)];
  const found = findPayout(line(netOf(entries.slice(0, 1))), entries);
  assert.deepEqual([found?.certainty, found?.entries.length], ['exact', 1]);
});

test('a payment that was given back lowers the payout', () => {
  const back = { ...paid('2027-03-03', -45_000, 0), type: 'FUNDS_RECEIVED_REVERSAL' };
  const entries = [...march.slice(0, 2), back];
  const found = findPayout(line(netOf(entries)), entries);
  assert.deepEqual([found?.entries.length, found?.grossCents], [3, 65_000]);
});

test('a payment after the day of the line, or far before its end, is not in it', () => {
  const later = [paid('2027-03-06', 30_000)];
  assert.equal(findPayout(line(28_965), later), null);
  // The provider pays out its whole balance: what came three weeks before the line cannot be all of it.
  const early = [
    paid('2027-02-01', 30_000),
    paid('2027-02-10', 40_000),
    paid('2027-03-03', 10_000),
  ];
  assert.equal(findPayout(line(28_965), early), null);
});

test('the first line after payouts that nobody matched is found exactly, and says how many are before', () => {
  const old = [paid('2027-02-01', 12_300), paid('2027-02-10', 45_600)];
  const three = march.slice(0, 3);
  const found = findPayout(line(netOf(three)), [...old, ...march]);
  assert.deepEqual([found?.earlier, found?.entries], [2, three]);
  assert.equal(findPayout(line(netOf(three) - 1001), [...old, ...march]), null);
});

test('without card payments there is no payout', () => {
  assert.equal(findPayout(line(100), []), null);
});
