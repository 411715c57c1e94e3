import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { searchMemberRows } from '#server/features/members/queries.ts';
import { archive } from '#test/support/assertions.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { entered, naledi, thandisForm } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';
import { suppress } from '#server/features/communication/suppressions.ts';
import { register } from '#server/features/registration/register.ts';
import { searchUserRows } from '#server/features/users/queries.ts';
import { mergeListChanges, recountLists } from './recount-lists.ts';

const app = await openTestApp();

/** The stored length of the list, and the counted one. */
async function lengths() {
  const { totalCount } = await searchMemberRows(app.db, { pageSize: 1 }).page();
  const { rows } = await sql<{ listed: number }>`
    SELECT count(*) AS listed FROM members WHERE archived_at IS NULL`.execute(app.db);
  return [totalCount, rows[0]!.listed];
}

async function lengthsOfUsers() {
  const { totalCount } = await searchUserRows(app.db, { pageSize: 1 }).page();
  const { rows } = await sql<{ listed: number }>`
    SELECT count(*) AS listed FROM users WHERE removed_at IS NULL`.execute(app.db);
  return [totalCount, rows[0]!.listed];
}

async function forget(id: string): Promise<void> {
  await app.db.deleteFrom('membership_periods').where('member_id', '=', id).execute();
  await app.db.deleteFrom('members').where('id', '=', id).execute();
}

test('the stored length of a list is right despite concurrent changes and recounts', async () => {
  const ids = await addManyMembers(app, 60, { lastName: 'Nkosi', endsOn: '2027-12-31' });
  assert.deepEqual(await lengths(), [60, 60]);
  const outcomes = await concurrently(20, async (n) => {
    const [archived = '', deleted = '', both = ''] = ids.slice(3 * n, 3 * n + 3);
    await archive(app, archived);
    if (n % 4 === 0) await recountLists(app);
    if (n % 4 === 2) await mergeListChanges(app);
    await forget(deleted);
    await archive(app, both);
    await forget(both);
    await addManyMembers(app, 2, { lastName: `Zulu${n}-`, endsOn: '2027-12-31' });
  });
  assert.deepEqual(failed(outcomes), []);
  assert.deepEqual(await lengths(), [40, 40]);
  await app.db.updateTable('members').set({ archived_at: null }).execute();
  assert.deepEqual(await lengths(), [60, 60]);
});

test('the length of the list of users follows removals, returns and deletions', async () => {
  await addManyMembers(app, 40, { lastName: 'Mthethwa', endsOn: '2027-12-31' });
  const mthethwas = app.db.selectFrom('users').select('id').where('last_name', 'like', 'Mthethwa%');
  const ids = (await mthethwas.execute()).map(({ id }) => id);
  assert.equal(ids.length, 40);
  const [before] = await lengthsOfUsers();
  const outcomes = await concurrently(20, async (n) => {
    const [removed = '', returned = ''] = ids.slice(2 * n, 2 * n + 2);
    const users = app.db.updateTable('users').where('id', 'in', [removed, returned]);
    await users.set({ removed_at: new Date() }).execute();
    if (n % 5 === 0) await recountLists(app);
    if (n % 5 === 3) await mergeListChanges(app);
    await app.db
      .updateTable('users')
      .where('id', '=', returned)
      .set({ removed_at: null })
      .execute();
  });
  assert.deepEqual(failed(outcomes), []);
  assert.deepEqual(await lengthsOfUsers(), [before! - 20, before! - 20]);
});

test('a change that is rolled back does not count', async () => {
  const before = await lengths();
  await assert.rejects(
    app.db.transaction().execute(async (db) => {
      await addManyMembers({ ...app, db }, 3, { lastName: 'Cele', endsOn: '2027-12-31' });
      throw new Error('rolled back');
    }),
  );
  assert.deepEqual(await lengths(), before);
});

test('a recount leaves one row per list and corrects a wrong length', async () => {
  const [, listed] = await lengths();
  await sql`INSERT INTO list_changes VALUES ('members', 7)`.execute(app.db);
  assert.deepEqual(await lengths(), [listed! + 7, listed]);
  await recountLists(app);
  assert.deepEqual(await lengths(), [listed, listed]);
  const rows = await app.db.selectFrom('list_changes').select('list').execute();
  assert.equal(rows.length, 11);
});

test('a merge leaves one row per list and does not change a length', async () => {
  await addManyMembers(app, 5, { lastName: 'Radebe', endsOn: '2027-12-31' });
  const before = await lengths();
  await mergeListChanges(app);
  assert.deepEqual(await lengths(), before);
  const rows = await app.db.selectFrom('list_changes').select('list').execute();
  assert.equal(rows.length, 11);
});

test('each list has a stored length that follows insertions and deletions', async () => {
  const { token } = await naledi(app);
  await entered(app, token, { lastName: 'Buthelezi' });
  await register(app.ctx(), await thandisForm(app));
  const donationId = await pledged(app);
  for (const _ of [1, 2]) await notify(app, 'donation', signed(toldOf(donationId)));
  for (const email of ['one@example.org', 'two@example.org']) {
    await suppress(app.ctx(), { email, kind: 'refused', reason: '' });
  }
  await app.db.deleteFrom('card_notifications').where('is_signed', '=', true).execute();
  await app.db.deleteFrom('suppressions').where('email', '=', 'one@example.org').execute();
  await app.db.deleteFrom('mails').where('kind', '=', 'invoice').execute();
  const { rows } = await sql<{ list: string; stored: number }>`
    SELECT list, sum(change) AS stored FROM list_changes GROUP BY list`.execute(app.db);
  const stored = Object.fromEntries(rows.map(({ list, stored: length }) => [list, length]));
  await recountLists(app);
  const counted = await app.db.selectFrom('list_changes').selectAll().execute();
  assert.deepEqual(stored, Object.fromEntries(counted.map(({ list, change }) => [list, change])));
  assert.ok((stored['mails'] ?? 0) > 0 && (stored['audit_entries'] ?? 0) > 0);
});

test('a page past the end also returns the total count', async () => {
  const [, listed] = await lengths();
  const past = await searchMemberRows(app.db, { page: 1000 }).page();
  assert.deepEqual(past, { results: [], totalCount: listed });
  const filtered = await searchMemberRows(app.db, { lastName: 'nkosi', page: 1000 }).page();
  assert.deepEqual([filtered.results.length, filtered.totalCount], [0, 20]);
});
