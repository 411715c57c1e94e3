import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  countChosen,
  isChosen,
  isPageChosen,
  noneChosen,
  togglePage,
  toggleRow,
} from './chosen-rows.ts';

const page = ['a', 'b', 'c'];
const all = { ids: new Set<string>(), allMatching: true };

test('the header box takes and leaves the page, and the other pages stay', () => {
  const elsewhere = { ids: new Set(['z']), allMatching: false };
  const taken = togglePage(elsewhere, page);
  assert.deepEqual([...taken.ids].toSorted(), ['a', 'b', 'c', 'z']);
  assert.ok(isPageChosen(taken, page));
  assert.deepEqual([...togglePage(taken, page).ids], ['z']);
});

test('all that match counts what the server counted', () => {
  assert.equal(countChosen(all, 214), 214);
  assert.equal(countChosen({ ids: new Set(['a']), allMatching: false }, 214), 1);
  assert.ok(isChosen(all, 'unseen'));
});

test('leaving one out of all that match leaves the rest of the page', () => {
  assert.deepEqual(toggleRow(all, 'b', page), { ids: new Set(['a', 'c']), allMatching: false });
});

test('an empty page is never chosen', () => assert.equal(isPageChosen(noneChosen, []), false));

test('a row pressed twice is as before', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.string(), (ids, id) => {
      const before = { ids: new Set(ids), allMatching: false };
      const after = toggleRow(toggleRow(before, id, page), id, page);
      assert.deepEqual([...after.ids].toSorted(), [...before.ids].toSorted());
    }),
  );
});
