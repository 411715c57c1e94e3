import assert from 'node:assert/strict';
import test from 'node:test';
import { chosenId, emptyId, id, isId } from './fields.ts';

test('an id is passed on in small letters', () => {
  const given = '9D36C9C6-5C0E-4F0C-8A3B-3C5C7A0E1F2D';
  assert.equal(id.parse(given), given.toLowerCase());
  assert.equal(chosenId('Please choose.').parse(given), given.toLowerCase());
  assert.ok(isId(given));
});

test('what is no id is refused, and the empty id is no choice', () => {
  for (const text of ['', 'me', `${emptyId} `, emptyId.replaceAll('-', '')]) assert.ok(!isId(text));
  assert.equal(chosenId('Please choose.').safeParse(emptyId).success, false);
});
