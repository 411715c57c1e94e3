import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberCsv } from '#contract/members/csv.ts';
import { columnsLeftOut, guessColumns, importColumns, importKinds } from './columns.ts';
import { columnLetters } from './file-texts.ts';

test('headings in English and Afrikaans are recognised, whatever their case and punctuation', () => {
  assert.deepEqual(
    guessColumns(
      ['LIDNOMMER', 'Voornaam', 'van', 'E-Mail_Address *', 'Selfoon:', 'Poskode', 'x', ''],
      'members',
    ),
    ['membershipNumber', 'firstName', 'lastName', 'email', 'phone', 'zipCode', null, null],
  );
});

test('short headings, and headings in two languages, are recognised', () => {
  assert.deepEqual(
    guessColumns(['Lidnr', 'Voornaam', 'Van / Surname', 'Selfoon (cell)', 'Dorp'], 'members'),
    ['membershipNumber', 'firstName', 'lastName', 'phone', 'town'],
  );
});

test('each column is given to one heading, the label before a synonym', () => {
  assert.deepEqual(guessColumns(['Name', 'First name', 'First name'], 'members'), [
    null,
    'firstName',
    null,
  ]);
  assert.deepEqual(guessColumns(['Tel', 'Cell'], 'members'), ['phone', null]);
});

test('relatives are recognised with their number before or behind', () => {
  assert.deepEqual(
    guessColumns(['Relative 1 first name', 'Child name 2', 'Kind 2 geboortedatum'], 'members'),
    ['relative1FirstName', 'relative2FirstName', 'relative2DateOfBirth'],
  );
});

test("the product's own list of members is recognised completely", () => {
  const headers = memberCsv.map(({ header }) => header);
  assert.ok(guessColumns(headers, 'members').every((key) => key !== null));
});

test('a heading means the same to each kind only once', () => {
  for (const kind of importKinds) {
    const labels = importColumns[kind].map(({ label }) => label);
    const keys = importColumns[kind].map(({ key }) => key);
    assert.equal(new Set(labels).size, labels.length);
    assert.deepEqual(guessColumns(labels, kind), keys);
  }
});

test('columns have letters as in a spreadsheet', () => {
  assert.deepEqual([0, 25, 26, 99, 701, 702].map(columnLetters), [
    'A',
    'Z',
    'AA',
    'CV',
    'ZZ',
    'AAA',
  ]);
});

test('columns that are not imported are named, unless they are empty or our own', () => {
  const columns = ['Van', 'Spouse', 'Column C', 'Column D', 'Notes 2', 'Problem'];
  const sample = [['Botha', '', '', 'x', '', 'Email is missing.']];
  const mapping = { columns: ['lastName', null, null, null, null, null] };
  assert.deepEqual(columnsLeftOut({ columns, sample, mapping }), ['Spouse', 'Column D', 'Notes 2']);
  const reversed = columns.toReversed();
  const named = columnsLeftOut({ columns: reversed, sample: [], mapping: { columns: [] } });
  assert.deepEqual(named[0], 'Problem', 'only the last column can be of our file');
});
