import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  placeholder,
  placeholdersIn,
  splitAtPlaceholders,
  unknownPlaceholders,
} from './placeholders.ts';

test('placeholders are found once each, with or without spaces inside', () => {
  const texts = ['Dear {{FirstName}}', 'Hi {{ FirstName }}, {{Email}}', 'no {one} {{}}'];
  assert.deepEqual(placeholdersIn(...texts), ['FirstName', 'Email', '']);
  assert.deepEqual(placeholdersIn(placeholder('Title')), ['Title']);
});

test('a text is taken apart into what is said and what is filled in', () => {
  assert.deepEqual(splitAtPlaceholders('Hi {{FirstName}}!'), ['Hi ', 'FirstName', '!']);
  assert.deepEqual(splitAtPlaceholders('Hi'), ['Hi']);
});

test('only the exact names of the list are known', () => {
  const unknown = unknownPlaceholders(
    ['FirstName'],
    '{{FirstName}} {{firstname}} {{First<b>Name}}',
  );
  assert.deepEqual(unknown, ['firstname', 'FirstName']);
});
