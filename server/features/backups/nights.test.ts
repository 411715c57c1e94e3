import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuiet, latestNight } from './nights.ts';

test('a night begins at 01:30 in Johannesburg, which is 23:30 UTC of the day before', () => {
  const nights = [
    ['2026-11-21T23:29:59Z', '2026-11-21'],
    ['2026-11-21T23:30:00Z', '2026-11-22'],
    ['2026-11-22T12:00:00Z', '2026-11-22'],
    ['2026-11-22T22:00:00Z', '2026-11-22'],
    ['2026-12-31T23:30:00Z', '2027-01-01'],
  ] as const;
  for (const [instant, night] of nights) assert.equal(latestNight(new Date(instant)), night);
});

test('only the hours before 05:00 in Johannesburg are quiet', () => {
  const quiet = ['2026-11-21T22:00:00Z', '2026-11-22T02:59:00Z'];
  const busy = ['2026-11-22T03:00:00Z', '2026-11-22T12:00:00Z', '2026-11-22T21:59:00Z'];
  for (const instant of quiet) assert.equal(isQuiet(new Date(instant)), true, instant);
  for (const instant of busy) assert.equal(isQuiet(new Date(instant)), false, instant);
});
