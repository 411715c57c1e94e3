import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyId } from '#contract/fields.ts';
import { listMembers, memberColumns, searchMembers } from '#contract/members/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { callApi } from '#test/support/call.ts';
import { archive } from '#test/support/assertions.ts';
import { naledi, registered, typeId } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
type Body = BodyOf<typeof searchMembers>;

const people = [
  ['Änne', 'Müller', 1],
  ['wanjiku', 'Ngu\u0303gi\u0303', 2],
  ['Zanele', 'van der Merwe', 100],
  ['Thandi', '100% Dlamini', 123_456],
  ['Élodie', 'under_score', null],
  ['abel', 'back\\slash', null],
] as const;

for (const [firstName, lastName, number] of people) {
  const email = `${firstName.codePointAt(0)}@example.org`;
  const { memberId } = await registered(app, { firstName, lastName, email });
  await app.db.updateTable('members').set({ number }).where('id', '=', memberId).execute();
}

async function search(body: Body, expected = 200) {
  const reply = await callApi(app, searchMembers, { body }, { token });
  assert.equal(reply.status, expected, reply.text);
  return { names: reply.data?.results.map((row) => row.lastName), ...reply.data, ...reply };
}

async function finds(body: Body, ...lastNames: string[]) {
  const { names, data } = await search({ pageSize: 100, ...body });
  assert.deepEqual(
    names.toSorted((one, two) => one.localeCompare(two)),
    lastNames,
    JSON.stringify(body),
  );
  assert.equal(data.totalCount, lastNames.length);
}

const [müller, ngugi, merwe, percent, underscore, backslash] = people.map(([, last]) => last);
const everyone = people.map(([, last]) => last).toSorted((one, two) => one.localeCompare(two));

test('text filters match any part of the field, ignoring case and accents', async () => {
  for (const lastName of ['Müller', 'muller', 'MULL', 'ülle', ' Müller ', 'mu\u0308ller']) {
    await finds({ lastName }, müller!);
  }
  for (const lastName of ['ngũgĩ', 'NGUGI', 'Ngu\u0303gi\u0303']) await finds({ lastName }, ngugi!);
  await finds({ firstName: 'anne' }, müller!);
  await finds({ firstName: 'ELODIE' }, underscore!);
  await finds({ lastName: 'der mer' }, merwe!);
  await finds({ lastName: 'nobody' });
  await finds({ email: '196@EXAMPLE' }, müller!);
});

test('the member with the searched number comes first, also if others match by phone', async () => {
  for (const sorted of [{}, { sortBy: 'lastName', sortDescending: true }]) {
    const { names } = await search({ text: '123456', ...sorted });
    assert.deepEqual([names?.[0], names?.length], [percent, everyone.length]);
  }
});

test('%, _ and \\ are matched literally, also in their full-width forms', async () => {
  await finds({ lastName: '%' }, percent!);
  await finds({ lastName: '_' }, underscore!);
  await finds({ lastName: '\\' }, backslash!);
  await finds({ lastName: '％' }, percent!);
  await finds({ lastName: '＿' }, underscore!);
  await finds({ lastName: '＼' }, backslash!);
  await finds({ lastName: '%%' });
  await finds({ lastName: 'M%r' });
  await finds({ lastName: 'under_sc' }, underscore!);
  await finds({ lastName: '\\s' }, backslash!);
  await finds({ lastName: "' OR 1=1 --" });
});

test('an empty filter matches everything', async () => {
  for (const empty of ['', '   ', null, [], undefined] as (string | null | undefined)[]) {
    await finds({ lastName: empty, membershipNumber: empty }, ...everyone);
  }
  for (const empty of ['', emptyId, null, []] as string[]) {
    await finds({ memberTypeID: empty, memberStatusID: empty }, ...everyone);
  }
});

test('filters are joined by AND', async () => {
  const memberTypeID = await typeId(app, 'Individual');
  await finds({ memberTypeID: memberTypeID.toUpperCase(), lastName: 'mü' }, müller!);
  await finds({ lastName: 'mü', firstName: 'zanele' });
  await finds({ memberTypeID: await typeId(app, 'Student') });
});

test('a number is found as it is displayed, also above 99999', async () => {
  await finds({ membershipNumber: '00001' }, müller!);
  await finds({ membershipNumber: '123456' }, percent!);
  await finds({ membershipNumber: '456' }, percent!);
  await finds({ membershipNumber: '0100' }, merwe!);
});

test('the default order is numeric by number, with members without one last in both directions', async () => {
  const numbered = [müller, ngugi, merwe, percent];
  const { names } = await search({});
  assert.deepEqual(names.slice(0, 4), numbered);
  const down = await search({ sortBy: 'MembershipNumber', sortDescending: true });
  assert.deepEqual(down.names.slice(0, 4), numbered.toReversed());
  for (const found of [names, down.names]) {
    assert.deepEqual(new Set(found.slice(4)), new Set([underscore, backslash]));
  }
});

test('names are sorted ignoring case and accents', async () => {
  const { results } = await search({ sortBy: 'FirstName', sortDescending: false });
  assert.deepEqual(
    results.map((member) => member.firstName),
    ['abel', 'Änne', 'Élodie', 'Thandi', 'wanjiku', 'Zanele'],
  );
});

test('each column sorts both ways, in any case, and pages neither repeat nor skip', async () => {
  const written = memberColumns.flatMap((column) => [column, column.toLowerCase()]);
  for (const sortBy of [...written, 'LASTNAME']) {
    for (const sortDescending of [false, true]) {
      const order = { sortBy, sortDescending };
      const whole = await search(order);
      const pages = [1, 2, 3].map((page) => search({ ...order, page, pageSize: 2 }));
      const names = (await Promise.all(pages)).flatMap((page) => page.names);
      assert.deepEqual(names, whole.names, `${sortBy} ${sortDescending}`);
    }
  }
  // All have the same type, so only the tie-breaker decides, and it is reversed too.
  const up = await search({ sortBy: 'MemberTypeName', sortDescending: false });
  const down = await search({ sortBy: 'MemberTypeName', sortDescending: true });
  assert.deepEqual(down.names, up.names.toReversed());
});

test('a page past the end is empty and has the total count', async () => {
  const { results, totalCount } = await search({ page: 1_000_000, pageSize: 100 });
  assert.deepEqual([results, totalCount], [[], people.length]);
});

test('an invalid search text gets a 400, never a 500', async () => {
  for (const body of [
    { lastName: 'a\u0000b' },
    { email: '\ud800' },
    { page: 0 },
    { page: 1.5 },
    { page: 1e308 },
    { page: 1_000_001 },
    { pageSize: 101 },
    { pageSize: 0 },
    { sortBy: 'password_hash' },
    { sortBy: 'constructor' },
    { memberTypeID: 'x' },
    { lastName: 'x'.repeat(201) },
  ]) {
    await search(body, 400);
  }
});

test('archived members are not listed, and the unpaged call counts the others', async () => {
  const { memberId } = await registered(app, { email: 'gone@example.org', lastName: 'Gone' });
  await archive(app, memberId);
  await finds({ lastName: 'Gone' });
  const reply = await callApi(app, listMembers, { query: { pageSize: '2', page: '2' } }, { token });
  assert.deepEqual([reply.data.length, Number(reply.headers['x-total-count'])], [2, people.length]);
});
