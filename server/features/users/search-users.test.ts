import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { sql } from 'kysely';
import { searchUsers } from '#contract/users/endpoints.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, registered } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const asAdmin = await naledi(app);
await registered(app);
for (const [firstName, lastName, phone] of [
  ['Ångela', 'Botha', '+27 82 111'],
  ['zola', 'Ngũgĩ', '021 555'],
  ['Zinhle', 'botha', ''],
]) {
  await app.db
    .insertInto('users')
    .values({
      id: randomUUID(),
      first_name: firstName!,
      last_name: lastName!,
      phone_number: phone!,
      email: `${randomUUID()}@office.example`,
      role: 'Admin',
      created_at: app.clock.now(),
    })
    .execute();
}

type Body = Parameters<typeof callApi<typeof searchUsers>>[2]['body'];
async function names(body: Body) {
  const { status, data, message } = await callApi(app, searchUsers, { body }, asAdmin);
  assert.equal(status, 200, message);
  return data.results.map(({ firstName }) => firstName);
}

const all = ['Ångela', 'Naledi', 'Thandi', 'Zinhle', 'zola'];
const administrators = all.filter((name) => name !== 'Thandi');

test('users are sorted by first name by default, ignoring case and accents', async () => {
  assert.deepEqual(await names({}), all);
  assert.deepEqual(await names({ sortDescending: true }), all.toReversed());
  assert.deepEqual(await names({ sortBy: 'FIRSTNAME', pageSize: 2, page: 2 }), [
    'Thandi',
    'Zinhle',
  ]);
});

test('each filter matches a part, all filters must match, and an empty one matches everything', async () => {
  assert.deepEqual(await names({ firstName: 'ANG' }), ['Ångela']);
  assert.deepEqual(await names({ lastName: ' ngugi ' }), ['zola']);
  assert.deepEqual(await names({ lastName: 'Botha', firstName: 'z' }), ['Zinhle']);
  assert.deepEqual(await names({ email: 'OFFICE.' }), ['Ångela', 'Zinhle', 'zola']);
  assert.deepEqual(await names({ phoneNumber: '82 1' }), ['Ångela', 'Thandi']);
  assert.deepEqual(await names({ phoneNumber: '%' }), []);
  assert.deepEqual(
    await names({ firstName: '', lastName: null, email: [], phoneNumber: ' ', role: '' }),
    all,
  );
});

test('users can be filtered by a role in any letter case', async () => {
  for (const role of ['Admin', 'admin', ' ADMIN ']) {
    assert.deepEqual(await names({ role }), administrators, role);
  }
  assert.deepEqual(await names({ role: 'Member' }), ['Thandi']);
  assert.deepEqual(await names({ role: 'Treasurer' }), []);
});

test('the role Admin finds all staff, and roles finds those who have exactly one of them', async () => {
  const { id } = await naledi(app, 'Treasurer,Auditor');
  assert.deepEqual(await names({ role: 'Admin' }), [
    'Ångela',
    'Naledi',
    'Naledi',
    'Zinhle',
    'zola',
  ]);
  assert.deepEqual(await names({ roles: ['Admin'] }), administrators);
  assert.deepEqual(await names({ roles: ['Auditor', 'Communications'] }), ['Naledi']);
  assert.deepEqual(await names({ roles: 'Treasurer' }), ['Naledi']);
  assert.equal((await names({ roles: [] })).length, 6);
  await app.db.deleteFrom('sessions').where('user_id', '=', id).execute();
  await app.db.deleteFrom('users').where('id', '=', id).execute();
});

test('users can be sorted only by the columns of the screen', async () => {
  assert.deepEqual((await names({ role: 'Admin', sortBy: 'LastName' })).slice(-1), ['zola']);
  assert.deepEqual((await names({ role: 'Admin', sortBy: 'Email' })).length, 4);
  assert.deepEqual((await names({ role: 'Admin', sortBy: 'PhoneNumber' })).at(-1), 'zola');
  assert.deepEqual((await names({ sortBy: 'CreatedUtc' })).length, 5);
  for (const sortBy of ['password_hash', 'role', 'id']) {
    const { status } = await callApi(app, searchUsers, { body: { sortBy } }, asAdmin);
    assert.equal(status, 400, sortBy);
  }
});

test('the total is the count of all matches, even on a page past the end', async () => {
  const { data } = await callApi(app, searchUsers, { body: { role: 'Admin', page: 9 } }, asAdmin);
  assert.deepEqual(data, { results: [], totalCount: 4 });
});

test('a search for administrators uses the index on roles', async () => {
  await sql`
    INSERT INTO users (id, email, first_name, last_name, role, created_at)
    SELECT gen_random_uuid(), n || '@members.example', 'M' || n, 'x', 'Member', now()
    FROM generate_series(1, 5000) AS n`.execute(app.db);
  await sql`ANALYZE users`.execute(app.db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    EXPLAIN SELECT id FROM users
    WHERE removed_at IS NULL AND role = 'Admin' ORDER BY fold(first_name), id LIMIT 10`.execute(
    app.db,
  );
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /users_office/);
});
