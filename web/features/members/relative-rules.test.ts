import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeTexts } from '#contract/members/relatives.ts';
import { isTooOld, noRelative, relativesForm, type TypedRelative } from './relative-rules.ts';

const today = '2026-11-20';
const lerato = {
  ...noRelative,
  firstName: 'Lerato',
  lastName: 'Mokoena',
  email: 'lerato@example.org',
};

function complaints(...relatives: TypedRelative[]): string[] {
  const checked = relativesForm(today).safeParse({ relatives });
  return checked.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

test('a relative is up to 18 until the day before the 19th birthday', () => {
  assert.equal(isTooOld('2007-11-21', today), false);
  assert.equal(isTooOld('2007-11-20', today), true);
});

test('someone born on 29 February turns 19 on the 28th', () => {
  assert.equal(isTooOld('2008-02-29', '2027-02-27'), false);
  assert.equal(isTooOld('2008-02-29', '2027-02-28'), true);
});

test('a date of birth may be left out, but is never too long ago or to come', () => {
  assert.deepEqual(complaints(lerato), []);
  assert.deepEqual(complaints({ ...lerato, dateOfBirth: '2015-03-01' }), []);
  assert.deepEqual(complaints({ ...lerato, dateOfBirth: '2000-01-01' }), [
    `relatives.0.dateOfBirth: ${relativeTexts.tooOld}`,
  ]);
  assert.deepEqual(complaints({ ...lerato, dateOfBirth: '2026-11-21' }), [
    `relatives.0.dateOfBirth: ${relativeTexts.notBorn}`,
  ]);
});

test('each needs both names and an email, and says all of it at once', () => {
  assert.deepEqual(complaints({ ...noRelative, dateOfBirth: '2000-01-01' }), [
    'relatives.0.firstName: First name is required.',
    'relatives.0.lastName: Last name is required.',
    'relatives.0.email: Email is required.',
    'relatives.0.email: Please enter a valid email address.',
    `relatives.0.dateOfBirth: ${relativeTexts.tooOld}`,
  ]);
});

test('four relatives are enough', () => {
  assert.deepEqual(complaints(lerato, lerato, lerato, lerato), []);
  assert.deepEqual(complaints(lerato, lerato, lerato, lerato, lerato), [
    `relatives: ${relativeTexts.tooMany}`,
  ]);
});
