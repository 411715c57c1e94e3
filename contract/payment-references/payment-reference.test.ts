import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLetter, kinds, paymentReference, recordNumber } from './payment-reference.ts';

const last = 99_999;

test('a payment reference is the number with a check letter, in at most 20 characters', () => {
  assert.equal(paymentReference('INV', 42), 'INV-00042-K');
  assert.equal(paymentReference('DON', 42), 'DON-00042-X');
  assert.equal(paymentReference('INV', 123_456), 'INV-123456-A');
  assert.equal(recordNumber('DON', 42), 'DON-00042');
  assert.ok(paymentReference('INV', 2 ** 31 - 1).length <= 20);
  const letters = new Set(
    Array.from({ length: 100 }, (_, number) => checkLetter('INV', number)).toSorted(),
  );
  // B, D, G, I, L, O, Q, S and Z are taken for digits.
  assert.equal([...letters].join(''), 'ACEFHJKMNPRTUVWXY');
});

test('every wrong digit, every swap of neighbours and the other kind have another letter', () => {
  for (let number = 1; number <= last; number += 1) {
    const letter = checkLetter('INV', number);
    assert.notEqual(checkLetter('DON', number), letter);
    const unnoticed = [...wrongDigits(number), ...swaps(number)].filter(
      (typed) => checkLetter('INV', typed) === letter,
    );
    if (unnoticed.length > 0) assert.fail(`${unnoticed.join()} for ${number}`);
  }
});

test('95.4 % of lost and doubled digits have another letter', () => {
  assert.deepEqual(counted(lostDigits), { errors: 488_889, unnoticed: 22_452 });
  assert.deepEqual(counted(doubledDigits), { errors: 488_889, unnoticed: 22_452 });
});

function counted(errorsIn: (number: number) => number[]) {
  const counts = { errors: 0, unnoticed: 0 };
  for (let number = 1; number <= last; number += 1) {
    const errors = errorsIn(number);
    const letter = checkLetter('INV', number);
    counts.errors += errors.length;
    counts.unnoticed += errors.filter((typed) => checkLetter('INV', typed) === letter).length;
  }
  return counts;
}

const units = [1, 10, 100, 1000, 10_000];
const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function digitAt(number: number, unit: number): number {
  return Math.floor(number / unit) % 10;
}

function wrongDigits(number: number): number[] {
  return units.flatMap((unit) => {
    const digit = digitAt(number, unit);
    return digits
      .filter((wrong) => wrong !== digit)
      .map((wrong) => number + (wrong - digit) * unit);
  });
}

/** A zero in front is no error. */
const isError = (number: number) => (typed: number) => typed !== number;

function swaps(number: number): number[] {
  return units
    .slice(0, -1)
    .map((unit) => number + (digitAt(number, unit * 10) - digitAt(number, unit)) * -9 * unit)
    .filter(isError(number));
}

function lostDigits(number: number): number[] {
  return units
    .map((unit) => Math.floor(number / unit / 10) * unit + (number % unit))
    .filter(isError(number));
}

function doubledDigits(number: number): number[] {
  return units
    .map(
      (unit) =>
        Math.floor(number / unit) * unit * 10 + digitAt(number, unit) * unit + (number % unit),
    )
    .filter(isError(number));
}

test('both kinds use all letters equally', () => {
  for (const kind of kinds) {
    const counts = new Map<string, number>();
    for (let number = 1; number <= 1700; number += 1) {
      const letter = checkLetter(kind, number);
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    assert.deepEqual(
      [...counts.values()],
      Array.from({ length: 17 }, () => 100),
    );
  }
});
