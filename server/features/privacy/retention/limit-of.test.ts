import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitOf } from './limit-of.ts';

const at = (day: string) => new Date(`${day}T08:00:00Z`);
const isoOf = (kind: 'mails' | 'accounts', months: number, day: string) =>
  limitOf(kind, months, at(day)).toISOString();

test('a period ends at the start of the same day, months later, in Johannesburg', () => {
  assert.equal(isoOf('mails', 24, '2027-03-10'), '2025-03-09T22:00:00.000Z');
  assert.equal(isoOf('mails', 1, '2027-03-31'), '2027-02-27T22:00:00.000Z');
});

test('names in the accounts stay for the years after the end of the tax year of the payment', () => {
  // Five years after the end of February 2021, a payment of May 2020 may be erased, and not a day before.
  assert.equal(isoOf('accounts', 60, '2026-02-28'), '2020-02-29T22:00:00.000Z');
  assert.equal(isoOf('accounts', 60, '2026-03-01'), '2021-02-28T22:00:00.000Z');
  assert.equal(isoOf('accounts', 66, '2026-08-31'), '2020-02-29T22:00:00.000Z');
});
