import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPages } from './find-pages.ts';

const everything = () => true;
const titlesOf = (text: string) => findPages(text, everything).pages.map(({ title }) => title);

test('pages whose name begins with the text come first, and before the records', () => {
  assert.equal(titlesOf('bank s')[0], 'Bank Statements');
  assert.deepEqual(titlesOf('month')[0], 'Month End');
  assert.equal(titlesOf('invoices')[0], 'Invoices');
  for (const text of ['month', 'Bank  account', 'fees', 'mem']) {
    assert.ok(findPages(text, everything).begins, text);
  }
  // "me" can be a name, and "end" is in the middle of one.
  for (const text of ['me', 'end', 'radebe']) {
    assert.equal(findPages(text, everything).begins, false, text);
  }
});

test('a word of an administrator leads to the page and its help', () => {
  const { begins, pages } = findPages('restore', everything);
  assert.ok(begins);
  assert.deepEqual(
    pages.map(({ title, line }) => [title, line]),
    [
      ['Backups', ''],
      ['Restored Database', ''],
      ['Restore everything from a backup', 'Help'],
    ],
  );
  assert.deepEqual(titlesOf('refund'), ['Credits', 'Someone paid a part, twice, or too much']);
});

test('pages that a role may not open are not found', () => {
  assert.deepEqual(
    findPages('credits', (needs) => needs === undefined).pages.map(({ line }) => line),
    ['Help'],
  );
});
