import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { filtersInWords } from './filters-in-words.ts';
import {
  bodyOf,
  filteredBy,
  pressed,
  readListState,
  sized,
  sortFrom,
  sortedBy,
  withoutUnknown,
  writeListState,
} from './list-state.ts';
import type { ListRules, ListState } from './list-shape.ts';
import { searchOf, stateOf } from './list-search.ts';

const rules: ListRules = {
  filters: [
    { name: 'lastName', kind: 'text' },
    { name: 'memberTypeID', kind: 'choice', options: [] },
    { name: 'from', kind: 'day' },
    { name: 'until', kind: 'chip' },
    {
      name: 'isPaid',
      kind: 'segmented',
      options: [
        { value: 'paid', label: 'Paid', sends: true },
        { value: 'unpaid', label: 'Unpaid', sends: false },
      ],
    },
  ],
  sortable: ['CreatedUtc', 'LastName'],
  defaultSort: { by: 'CreatedUtc', descending: true },
};
const read = (address: string) => readListState(new URLSearchParams(address), rules);
const write = (state: ListState) => writeListState(state, rules).toString();

test('an empty address is the default list, and the default list an empty address', () => {
  assert.deepEqual(read(''), { page: 1, size: 10, sort: rules.defaultSort, filters: {} });
  assert.equal(write(read('')), '');
});

test('an address says page, size, sort and filters', () => {
  const state = read('page=3&size=50&sort=-LastName&lastName=Dlamini&from=2027-02-28&isPaid=paid');
  assert.deepEqual(state, {
    page: 3,
    size: 50,
    sort: { by: 'LastName', descending: true },
    filters: { lastName: 'Dlamini', from: '2027-02-28', isPaid: 'paid' },
  });
  assert.deepEqual(bodyOf(state, rules), {
    lastName: 'Dlamini',
    from: '2027-02-28',
    isPaid: true,
    page: 3,
    pageSize: 50,
    sortBy: 'LastName',
    sortDescending: true,
  });
});

test('false is sent, not forgotten', () => {
  assert.equal(
    Object.entries(bodyOf(read('isPaid=unpaid'), rules))
      .flat()
      .includes(false),
    true,
  );
});

test('nonsense in the address is the default', () => {
  const nonsense =
    'page=-2&size=11&sort=Password&isPaid=perhaps&lastName=%20&from=2027-02-30&until=x&x=1';
  assert.deepEqual(read(nonsense), read(''));
});

test('only parameters of the page and the list stay in the address', () => {
  const kept = { ...rules, keeps: ['memberId'] };
  const before = new URLSearchParams('memberId=2&page=4&other=1');
  assert.equal(writeListState(read(''), kept, before).toString(), 'memberId=2');
  const without = withoutUnknown(before, kept);
  assert.equal(without?.cleaned.toString(), 'memberId=2&page=4');
  assert.deepEqual(without.unknown, ['other']);
  assert.equal(withoutUnknown(new URLSearchParams('page=4&lastName=x'), rules), undefined);
});

test('a header sorts up, then down, then as the list did by itself', () => {
  const press = (state: ListState, by = 'LastName') => sortedBy(state, pressed(by, state, rules));
  const third = read('page=3');
  assert.deepEqual(press(third), read('sort=LastName'));
  assert.deepEqual(press(press(third)), read('sort=-LastName'));
  assert.deepEqual(press(press(press(third))), read(''));
  assert.deepEqual(press(third, 'CreatedUtc'), read('sort=CreatedUtc'));
  assert.deepEqual(press(press(third, 'CreatedUtc'), 'CreatedUtc'), read(''));
});

test('anything but a page starts at page 1', () => {
  const third = read('page=3');
  assert.deepEqual(sortedBy(third, sortFrom('-LastName')), read('sort=-LastName'));
  assert.deepEqual(filteredBy(third, { lastName: 'Smit' }), read('lastName=Smit'));
  assert.deepEqual(sized(third, 20), read('size=20'));
});

test('any address reads to a state that survives being written and read', () => {
  const words = fc.constantFrom('page', 'size', 'sort', 'lastName', 'isPaid', 'other');
  const values = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.constantFrom('20', 'paid', '-LastName'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(words, values)), (pairs) => {
      const state = readListState(new URLSearchParams(pairs), rules);
      assert.deepEqual(read(write(state)), state);
      assert.ok(state.page >= 1 && Number.isInteger(state.page));
    }),
  );
});

const saving = { ...rules, hasSavedSearches: true };
const savedId = '3f2c1c8e-0000-4000-8000-000000000000';

test('the id of a saved search stays in the address while the list is not the whole list', () => {
  const address = `saved=${savedId}&sort=-LastName&lastName=Dlamini`;
  const state = readListState(new URLSearchParams(address), saving);
  assert.equal(state.saved, savedId);
  assert.equal(writeListState(state, saving).toString(), address);
  const whole = filteredBy(sortedBy(state, rules.defaultSort), {});
  assert.equal(writeListState(whole, saving).toString(), '');
  assert.equal(readListState(new URLSearchParams('saved=x'), saving).saved, undefined);
  assert.equal(read(address).saved, undefined);
});

test('the search of a list can be saved and opened again, and one that it cannot show is refused', () => {
  const address = 'sort=LastName&lastName=Dlamini&isPaid=unpaid&until=2027-02-28';
  const search = searchOf(read(address), rules);
  const body = { lastName: 'Dlamini', isPaid: false, until: '2027-02-28' };
  assert.deepEqual(search, { ...body, sortBy: 'LastName', sortDescending: false });
  assert.deepEqual(stateOf(search, rules), {
    sort: { by: 'LastName', descending: false },
    filters: { lastName: 'Dlamini', isPaid: 'unpaid', until: '2027-02-28' },
  });
  assert.deepEqual(searchOf(read('page=3&size=50'), rules), {});
  assert.equal(stateOf({ nickname: 'x' }, rules), null);
  assert.equal(stateOf({ lastName: true }, rules), null);
  assert.equal(stateOf({ sortBy: 'Phone' }, rules), null);
});

test('the filters that are set are read with their labels', () => {
  const filters = [
    { name: 'text', kind: 'text', label: 'Search' },
    { name: 'from', kind: 'day', label: 'From' },
    { name: 'news', kind: 'choice', label: 'News', options: [{ value: 'yes', label: 'Agreed' }] },
    { name: 'importId', kind: 'chip-id', label: 'Added by one import' },
    { name: 'town', kind: 'text', label: 'Town' },
  ];
  const applied = { text: 'heron', from: '2027-03-10', news: 'yes', importId: 'a1b2' };
  assert.deepEqual(filtersInWords({ filters }, applied), [
    'Search: heron',
    'From: 10 Mar 2027',
    'News: Agreed',
    'Added by one import',
  ]);
});
