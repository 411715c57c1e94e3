import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersFor } from './member-search.ts';

test('what is typed of a member is looked for where it can stand', () => {
  assert.deepEqual(filtersFor(' 00042 '), [{ membershipNumber: '00042' }]);
  assert.deepEqual(filtersFor('thandi@'), [{ email: 'thandi@' }]);
  assert.deepEqual(filtersFor('Dlamini'), [{ lastName: 'Dlamini' }, { firstName: 'Dlamini' }]);
  assert.deepEqual(filtersFor('koos  van der Merwe'), [
    { firstName: 'koos', lastName: 'van der Merwe' },
    { firstName: 'koos van der Merwe' },
    { lastName: 'koos van der Merwe' },
  ]);
});
