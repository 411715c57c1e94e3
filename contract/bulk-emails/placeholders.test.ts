import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  placeholder,
  placeholdersIn,
  splitAtPlaceholders,
  unknownPlaceholders,
} from './placeholders.ts';

test('each placeholder is listed once, with or without spaces inside the braces', () => {
  const texts = ['Dear {{FirstName}}', 'Hi {{ FirstName }}, {{Email}}', 'no {one} {{}}'];
  assert.deepEqual(placeholdersIn(...texts), ['FirstName', 'Email', '']);
  assert.deepEqual(placeholdersIn(placeholder('Title')), ['Title']);
});

test('a text is split into plain text and placeholder names', () => {
  assert.deepEqual(splitAtPlaceholders('Hi {{FirstName}}!'), ['Hi ', 'FirstName', '!']);
  assert.deepEqual(splitAtPlaceholders('Hi'), ['Hi']);
});

test('braces and blanks without an end are read in one pass', () => {
  const start = performance.now();
  for (const part of [' ', '\t', '{', '{{', '{{ ']) placeholdersIn(`{{${part.repeat(500_000)}x`);
  assert.deepEqual(splitAtPlaceholders(`{{${' '.repeat(500_000)}Email\n}}`), ['', 'Email', '']);
  assert.ok(performance.now() - start < 1000);
});

test('a placeholder is accepted only if its name matches exactly', () => {
  const unknown = unknownPlaceholders(
    ['FirstName'],
    '{{FirstName}} {{firstname}} {{First<b>Name}}',
  );
  assert.deepEqual(unknown, ['firstname', 'FirstName']);
});
