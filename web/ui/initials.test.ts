import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf } from './initials.ts';

test('the initials are the first letter of each word, in capitals', () => {
  assert.equal(initialsOf('Thandi Mokoena'), 'TM');
  assert.equal(initialsOf('pieter van der merwe'), 'PVDM');
  assert.equal(initialsOf('  Élise   Öztürk '), 'ÉÖ');
});

test('without a name there is a U', () => {
  assert.equal(initialsOf(''), 'U');
  assert.equal(initialsOf('   '), 'U');
});
