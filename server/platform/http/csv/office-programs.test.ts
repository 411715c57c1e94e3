import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { createMemberStatus, searchMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import {
  createMemberType,
  searchMemberTypes,
  updateMemberType,
} from '#contract/member-types/endpoints.ts';
import { createUser, searchUsers, updateUser } from '#contract/users/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, password, registered, tokenOf } from '#test/support/people.ts';
import { download } from '#test/support/download.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const thandi = await registered(app);
const office = { firstName: '=Koos', lastName: 'Bökk', email: 'koos@example.org' };
const koos = await callApi(
  app,
  createUser,
  { body: { ...office, phoneNumber: '+27 82 123 4567', password } },
  { token },
);

/** The lines after the header, without the empty end. */
async function rowsOf(endpoint: Parameters<typeof download>[1], body: object, by = token) {
  const { status, message, lines } = await download(app, endpoint, body, by);
  assert.equal(status, 200, message);
  assert.equal(lines.at(-1), '');
  return { header: lines[0]?.slice(1), rows: lines.slice(1, -1) };
}

test('the users file follows the filters, escapes formulas and keeps the plus of phone numbers', async () => {
  const { header, rows } = await rowsOf(searchUsers, { role: 'Admin', lastName: 'bok', page: 9 });
  assert.equal(header, 'First Name,Last Name,Email,Phone,Role,Last sign-in,Created');
  assert.deepEqual(rows, ["'=Koos,Bökk,koos@example.org,+27 82 123 4567,Admin,,2027-03-10 10:00"]);
  const all = await rowsOf(searchUsers, { role: 'Admin', pageSize: 1, sortDescending: true });
  assert.match(all.rows.join('|'), /^Naledi,[^|]*\|'=Koos,[^|]*$/);
  assert.equal((await download(app, searchUsers, {}, token)).text.includes('argon2'), false);
});

test('member types and statuses have the labels of the screen', async () => {
  const body = { name: '@home', description: 'Two\nlines', fee: 99.5, isFamily: true };
  const { data } = await callApi(app, createMemberType, { body }, { token });
  const retire = { params: { id: data.id }, body: { isRetired: true } };
  assert.equal((await callApi(app, updateMemberType, retire, { token })).status, 200);
  const types = await rowsOf(searchMemberTypes, { sortBy: 'Fee' });
  assert.equal(types.header, 'Name,Description,Family,Offered,Fee (ZAR)');
  assert.equal(types.rows[0], '\'@home,"Two\nlines",Yes,Retired,99.50');
  assert.match(types.rows.at(-1)!, /^FAMILY MAX 4 up to 18 yrs,.*,Yes,Offered,950.00$/);
  assert.deepEqual((await rowsOf(searchMemberTypes, { name: 'pension' })).rows.length, 1);

  await callApi(app, createMemberStatus, { body: { name: '-Honorary' } }, { token });
  const statuses = await rowsOf(searchMemberStatuses, { sortBy: 'Name' });
  assert.equal(statuses.header, 'Name,Kind');
  assert.deepEqual(statuses.rows.slice(0, 2), ["'-Honorary,Your own", 'Active,Built in']);
  assert.equal(statuses.rows.length, 6);
});

test('the audit log has labels for the action and the values before and after', async () => {
  const change = { params: { id: koos.data.id }, body: { phoneNumber: '=1+1', firstName: 'Koos' } };
  assert.equal((await callApi(app, updateUser, change, { token })).status, 200);
  const { header, rows } = await rowsOf(searchAudit, { subjectId: koos.data.id });
  assert.equal(header, 'When,Who,What was done,Name or number,Kind of record,Before,After');
  assert.equal(rows.length, 2);
  assert.equal(
    rows[0],
    '2027-03-10 10:00,Naledi Khumalo,Changed administrator,Koos Bökk,Administrators,First name: =Koos; Phone: +27 82 123 4567,First name: Koos; Phone: =1+1',
  );
  assert.match(rows[1]!, /Added administrator,'=Koos Bökk,Administrators,,First name: =Koos;/);
  assert.equal((await rowsOf(searchAudit, { action: 'deleteUser' })).rows.length, 0);
});

test('a Member gets the file of their own status, and no administrator files', async () => {
  const thandis = await tokenOf(app, thandi.userId);
  assert.deepEqual((await rowsOf(searchMemberStatuses, {}, thandis)).rows, ['Pending,Built in']);
  for (const endpoint of [searchUsers, searchAudit]) {
    const { status, headers } = await download(app, endpoint, {}, thandis);
    assert.equal(status, 403);
    assert.match(String(headers['content-type']), /json/);
  }
});
