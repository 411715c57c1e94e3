import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  changedFields,
  isSame,
  type MemberRelative,
  type MemberValues,
  mergeValues,
  newRelative,
  nobody,
  settled,
} from './member-values.ts';

const relative = (id: string, firstName: string): MemberRelative => ({
  ...newRelative,
  id,
  firstName,
  lastName: 'Mokoena',
  email: 'family@example.org',
});
const lerato = relative('1', 'Lerato');
const neo = relative('2', 'Neo');
const base: MemberValues = {
  ...nobody,
  firstName: 'Nomsa',
  lastName: 'Mokoena',
  relatives: [lerato, neo],
};
const namesIn = ({ relatives }: MemberValues) =>
  relatives.map(({ id, firstName }) => `${id}:${firstName}`);

test('only what was changed is sent', () => {
  assert.deepEqual(changedFields(base, { ...base, phone: '082', relatives: [] }), { phone: '082' });
});

test('a form that was changed and changed back is as it was', () => {
  assert.equal(isSame(base, structuredClone(base)), true);
  assert.equal(isSame(base, { ...base, relatives: [neo, lerato] }), false);
  assert.equal(isSame(base, { ...base, relatives: [lerato] }), false);
  assert.equal(isSame(base, { ...base, relatives: [lerato, { ...neo, email: '' }] }), false);
});

test('what was typed here stands above what someone else saved', () => {
  const typed = { ...base, phone: '082', lastName: 'Zulu' };
  const theirs = { ...base, phone: '011', firstName: 'Nomusa' };
  const merged = mergeValues(base, typed, theirs);
  assert.deepEqual([merged.firstName, merged.lastName, merged.phone], ['Nomusa', 'Zulu', '082']);
});

test('relatives are brought together one by one', () => {
  const typed = {
    ...base,
    relatives: [{ ...lerato, firstName: 'Lerato Anne' }, relative('', 'Palesa')],
  };
  const theirs = {
    ...base,
    relatives: [lerato, { ...neo, firstName: 'Neo Peter' }, relative('3', 'Tumelo')],
  };
  assert.deepEqual(
    namesIn(mergeValues(base, typed, theirs)),
    ['1:Lerato Anne', ':Palesa', '3:Tumelo'],
    'my removals stay removed, their additions come last',
  );
});

test('a relative that someone else removed goes, unless it was changed here', () => {
  const theirs = { ...base, relatives: [] };
  const typed = { ...base, relatives: [lerato, { ...neo, firstName: 'Neo Peter' }] };
  assert.deepEqual(namesIn(mergeValues(base, typed, theirs)), [':Neo Peter']);
});

test('a reason that was typed for another status is nothing', () => {
  const typed = { ...base, memberStatusID: 'active', deactivatedReason: 'Moved away' };
  assert.equal(settled(base, typed, 'deactivated').deactivatedReason, '');
  const chosen = { ...typed, memberStatusID: 'deactivated' };
  assert.equal(settled(base, chosen, 'deactivated').deactivatedReason, 'Moved away');
});
