import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { changePassword } from '#contract/auth/change-password.ts';
import { restoreMember } from '#contract/members/archive.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { deleteUser } from '#contract/users/endpoints.ts';
import { backupFolder } from '#server/features/backups/backup-deps.ts';
import {
  addToListBeside,
  findBlockedLists,
  readListBeside,
  storeFirstList,
} from '#server/features/backups/list-beside.ts';
import { erasureList, storeErasureList } from '#server/features/privacy/erase/erasure-list.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { emptyDatabase, query } from '#test/support/empty-database.ts';
import { entered, naledi, password, registered, tokenOf } from '#test/support/people.ts';
import {
  adoptRevocationList,
  nothingListed,
  revocationList,
  storeRevocations,
} from './revocations.ts';

const app = await openTestApp();
const folder = await mkdtemp(join(tmpdir(), 'membership-revoked-'));
after(() => rm(folder, { recursive: true }));
await mkdir(backupFolder(app.config));
const listed = nothingListed();
const emailOf = async (id: string) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email;

interface Row {
  email: string;
  has_password: boolean;
  is_removed: boolean;
  is_invited: boolean;
  is_address_old: boolean;
  links: number;
  codes: number;
  [column: string]: unknown;
}

/** Restores the file into an empty database. Answers what the command printed, and the users. */
async function restore(file: string, DATA_DIR: string, DATABASE_URL?: string) {
  const url = DATABASE_URL ?? (await emptyDatabase());
  const settings = { DATABASE_URL: url, DATA_DIR, PUBLIC_URL: 'https://members.example.org' };
  const { code, said } = await runArchiveCommand('restore', [file], settings).ended;
  assert.equal(code, 0, said);
  const users = await query<Row>(
    url,
    `SELECT email, password_hash IS NOT NULL AS has_password, removed_at IS NOT NULL AS is_removed,
      invited_at IS NOT NULL AS is_invited, is_address_old,
      (SELECT count(*)::int FROM password_links WHERE user_id = users.id) AS links,
      (SELECT count(*)::int FROM recovery_codes WHERE user_id = users.id) AS codes
     FROM users`,
  );
  const of = (email: string) => users.find((user) => user.email === email);
  return { url, said, of };
}

const backUp = async (name: string) => {
  const to = join(backupFolder(app.config), `backup-${name}.tar.gz`);
  await writeBackup({ url: app.url, to, passphrase: null, at: app.clock.now() });
  return to;
};

test('a restore ends sessions and links, and what was revoked since the backup stays revoked', async () => {
  const [leaving, careful, calm] = [await naledi(app), await naledi(app), await naledi(app)];
  const emails = {
    leaving: await emailOf(leaving.id),
    careful: await emailOf(careful.id),
    calm: await emailOf(calm.id),
  };
  const lowered = await naledi(app);
  const loweredEmail = await emailOf(lowered.id);
  const secured = await naledi(app);
  const securedEmail = await emailOf(secured.id);
  const moved = await naledi(app);
  const oldAddress = await emailOf(moved.id);
  const member = await registered(app);
  await app.db
    .updateTable('users')
    .set({ invited_at: app.clock.now() })
    .where('id', '=', member.userId)
    .execute();
  const away = await registered(app, { email: 'away@example.org' });
  await app.db
    .insertInto('two_step_secrets')
    .values({
      user_id: calm.id,
      secret: Buffer.from('x'),
      created_at: app.clock.now(),
      confirmed_at: app.clock.now(),
      last_step: 1,
    })
    .execute();
  await app.db
    .insertInto('recovery_codes')
    .values([1, 2].map((n) => ({ user_id: calm.id, code_hash: Buffer.alloc(32, n) })))
    .execute();
  await storeRevocations(app, listed);
  const before = await backUp('2027-03-10-0130');

  const body = {
    currentPassword: password,
    newPassword: 'Another456',
    confirmPassword: 'Another456',
  };
  assert.equal((await callApi(app, changePassword, { body }, careful)).status, 200);
  assert.equal(
    (await callApi(app, changePassword, { body }, { token: await tokenOf(app, member.userId) }))
      .status,
    200,
  );
  assert.equal((await callApi(app, deleteUser, { params: { id: leaving.id } }, calm)).status, 204);
  await app.db
    .insertInto('two_step_secrets')
    .values({ user_id: secured.id, secret: Buffer.from('x'), created_at: app.clock.now() })
    .execute();
  await app.db
    .updateTable('two_step_secrets')
    .set({ confirmed_at: app.clock.now(), last_step: 1 })
    .where('user_id', '=', secured.id)
    .execute();
  await app.db
    .updateTable('recovery_codes')
    .set({ used_at: app.clock.now() })
    .where('code_hash', '=', Buffer.alloc(32, 1))
    .execute();
  await app.db
    .updateTable('users')
    .set({ role: 'Treasurer' })
    .where('id', '=', lowered.id)
    .execute();
  await app.db
    .updateTable('users')
    .set({ email: 'moved@example.org' })
    .where('id', '=', moved.id)
    .execute();
  await app.db
    .updateTable('users')
    .set({ email: 'new@example.org' })
    .where('id', '=', away.userId)
    .execute();
  await storeRevocations(app, listed);
  const list = await readFile(join(backupFolder(app.config), revocationList.name), 'utf8');
  assert.doesNotMatch(list, /@|argon2|Naledi/);

  const first = await restore(before, join(folder, 'first'));
  assert.match(first.said, /Everyone has to sign in again/);
  assert.match(first.said, new RegExp(`stay removed: ${emails.leaving}`));
  assert.match(
    first.said,
    new RegExp(
      `password of ${emails.careful} here.*https://members\\.example\\.org/reset-password\\?token=`,
    ),
  );
  assert.match(first.said, /Others changed their password since the backup \(1\)/);
  assert.deepEqual(first.of(emails.leaving)?.is_removed, true);
  assert.deepEqual(
    [first.of(emails.careful)?.has_password, first.of(emails.careful)?.links],
    [false, 1],
  );
  // Its two-step sign-in is not in the backup, so the password alone would be enough.
  assert.match(first.said, new RegExp(`Set it up again: ${securedEmail}`));
  assert.deepEqual(
    [first.of(securedEmail)?.has_password, first.of(securedEmail)?.links],
    [false, 1],
  );
  assert.match(first.said, new RegExp(`Roles were taken away.*: ${loweredEmail}\\.`));
  assert.deepEqual(
    [first.of(loweredEmail)?.has_password, first.of(loweredEmail)?.links],
    [false, 1],
  );
  assert.match(first.said, new RegExp(`Check this list.* ${loweredEmail} \\(Admin\\)`));
  assert.match(first.said, /Check this list of administrators: .*@example.org/);
  assert.equal(first.of(member.email)?.has_password, false);
  assert.equal(first.of(member.email)?.is_invited, false);
  assert.match(first.said, /cannot sign in until you save the new one.*: away@example.org/);
  assert.deepEqual(
    [member.email, away.email, oldAddress].map((email) => first.of(email)?.is_address_old),
    [false, true, true],
  );
  assert.deepEqual([first.of(emails.calm)?.has_password, first.of(emails.calm)?.codes], [true, 0]);
  assert.match(first.said, new RegExp(`${oldAddress} changed the address since`));
  assert.deepEqual([first.of(oldAddress)?.has_password, first.of(oldAddress)?.links], [false, 1]);
  const open = await query(first.url, 'SELECT FROM sessions WHERE ended_at IS NULL');
  assert.equal(open.length, 0);

  // A backup of the restored database is as new as the list: nothing is revoked a second time.
  const again = join(folder, 'first', 'backups', 'again.tar.gz');
  await query(
    first.url,
    `UPDATE users SET password_hash = 'new' WHERE email = '${emails.careful}'`,
  );
  await writeBackup({ url: first.url, to: again, passphrase: null, at: app.clock.now() });
  // A password that is changed later does not make an old address new.
  const changed = { user: moved.id, what: 'password', times: 9, day: '2027-03-11' } as const;
  await addToListBeside(revocationList, join(folder, 'first', 'backups'), [changed]);
  const second = await restore(again, join(folder, 'second'));
  assert.equal(second.of(emails.careful)?.has_password, true);
  assert.equal(second.of(oldAddress)?.is_address_old, true);
});

test('what was revoked with a new sign-in id is revoked for the earlier id, too', async () => {
  const { token } = await naledi(app);
  const mistyped = await entered(app, token, { email: 'mistyped@example.org' });
  const back = await entered(app, token, { email: 'back@example.org' });
  const password_hash = 'old';
  await app.db.updateTable('users').set({ password_hash }).where('id', '=', back.userID).execute();
  await storeRevocations(app, listed);
  const before = await backUp('2027-03-11-0130');

  const params = { id: mistyped.id };
  const corrected = { email: 'corrected@example.org' };
  assert.equal(
    (await callApi(app, updateMember, { params, body: corrected }, { token })).status,
    200,
  );
  const ofBack = { params: { id: back.id } };
  const archived_at = app.clock.now();
  await app.db.updateTable('members').set({ archived_at }).where('id', '=', back.id).execute();
  assert.equal((await callApi(app, restoreMember, ofBack, { token })).status, 200);
  await storeRevocations(app, listed);

  const { of } = await restore(before, join(folder, 'replaced'));
  assert.equal(of('mistyped@example.org')?.is_address_old, true);
  assert.deepEqual(
    [of('back@example.org')?.has_password, of('back@example.org')?.is_address_old],
    [false, false],
  );
});

test('without the list, passwords stay, and the administrators are named', async () => {
  const administrator = await emailOf((await naledi(app)).id);
  const to = join(folder, 'elsewhere.tar.gz');
  await writeBackup({ url: app.url, to, passphrase: null, at: app.clock.now() });
  const { said, of } = await restore(to, join(folder, 'third'));
  assert.match(said, new RegExp(`Check this list of administrators: .*${administrator}`));
  assert.equal(of(administrator)?.has_password, true);
});

test('a list that was away does not hide what happened since', async () => {
  const dataDir = join(folder, 'joined');
  const away = join(folder, 'away');
  await mkdir(away, { recursive: true });
  const entry = (times: number) => ({
    user: '8c7f3a52-6a3c-4e43-9d7e-1f1f9c6f0a11',
    what: 'password',
    times,
    day: `2027-03-1${times}`,
  });
  await addToListBeside(revocationList, away, [entry(1)]);
  await storeFirstList(dataDir, revocationList, [entry(2)]);
  assert.deepEqual(await adoptRevocationList(away, dataDir), [entry(2)]);
  await addToListBeside(revocationList, away, [entry(3)]);
  assert.deepEqual(await adoptRevocationList(away, dataDir), [entry(3)]);
  // A number that the database cannot count is not one of ours.
  await addToListBeside(revocationList, away, [entry(3_000_000_000)]);
  assert.deepEqual(await adoptRevocationList(away, join(folder, 'damaged')), []);
});

test('a line with an impossible count does not hide what is revoked later', async () => {
  const dataDir = join(folder, 'poisoned');
  const from = join(folder, 'poisoned-copies');
  await mkdir(from, { recursive: true });
  const line = (user: string, times: unknown) => ({
    user,
    what: 'password',
    times,
    day: '2027-03-11',
  });
  const [one, other] = [randomUUID(), randomUUID()];
  const lines = [
    ...[99_999_999_999, 1e308, '1', 1.5, 0, null].map((times) => line(one, times)),
    { ...line(one, 2_000_000_000), day: undefined },
    { ...line(one, 2_000_000_000), day: 5 },
    line(one.toUpperCase(), 2_000_000_000),
  ];
  await writeFile(
    join(from, revocationList.name),
    [...lines, line(other, 2_000_000_000)].map((each) => JSON.stringify(each)).join('\n'),
  );
  assert.deepEqual(
    (await adoptRevocationList(from, dataDir)).map(({ user }) => user),
    [other],
  );
  const changed = { user: one, what: 'password', times: 1, day: '2027-03-12' } as const;
  await storeFirstList(dataDir, revocationList, [changed]);
  assert.deepEqual(
    (await adoptRevocationList(from, dataDir)).find(({ user }) => user === one),
    changed,
  );
  // Nor does a line beside the archive replace one that is here.
  await writeFile(
    join(from, revocationList.name),
    JSON.stringify({ ...changed, day: '2020-01-01' }),
  );
  assert.deepEqual(
    (await adoptRevocationList(from, dataDir)).find(({ user }) => user === one),
    changed,
  );
});

test('of two lines of one entry the higher count holds, and other fields are left out', async () => {
  const from = join(folder, 'twice');
  await mkdir(from, { recursive: true });
  const line = { user: randomUUID(), what: 'password', times: 2, day: '2027-03-12' };
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const text = `${JSON.stringify(line).replace('}', `,"x":${deep}}`)}\n${JSON.stringify({ ...line, times: 1 })}`;
  await writeFile(join(from, revocationList.name), text);
  assert.deepEqual(await adoptRevocationList(from, join(folder, 'twice-here')), [line]);
});

test('a list that was lost is completed, and one that cannot be written is said', async () => {
  const { id } = await naledi(app);
  const times = nothingListed();
  const file = join(backupFolder(app.config), revocationList.name);
  const change = (password_hash: string) =>
    app.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  const count = async () => {
    const list = await readListBeside(revocationList, backupFolder(app.config));
    return list.filter(({ user }) => user === id).length;
  };
  await change('1');
  await storeRevocations(app, times);
  assert.equal(await count(), 1);
  await rm(file);
  await storeRevocations(app, times);
  assert.equal(await count(), 1);
  await rm(file);
  await mkdir(file);
  await assert.rejects(storeRevocations(app, times));
  const lists = [revocationList];
  assert.deepEqual(await findBlockedLists(lists, backupFolder(app.config)), [revocationList.name]);
  await rm(file, { recursive: true });
  await storeRevocations(app, times);
  assert.equal(await count(), 1);
  assert.deepEqual(await findBlockedLists(lists, backupFolder(app.config)), []);
});

test('the list of a second folder that is new, or was away, gets all lines', async () => {
  const { id } = await naledi(app);
  const before = nothingListed();
  const copyTo = (backup_copy_folder: string) =>
    app.db.updateTable('company_info').set({ backup_copy_folder }).execute();
  const change = (password_hash: string) =>
    app.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
  const linesIn = async (second: string) => {
    const list = await readListBeside(revocationList, second);
    return list.filter(({ user }) => user === id).map(({ times }) => times);
  };
  await change('1');
  await storeRevocations(app, before);
  const second = join(folder, 'second-folder');
  await copyTo(second);
  await change('2');
  await storeRevocations(app, before);
  await mkdir(second);
  app.clock.set(new Date(app.clock.now().getTime() + 11 * 60_000).toISOString());
  await storeRevocations(app, before);
  assert.deepEqual(await linesIn(second), [2]);
  const later = join(folder, 'later-folder');
  await mkdir(later);
  await copyTo(later);
  await storeRevocations(app, before);
  assert.deepEqual(await linesIn(later), [2]);
  await copyTo('');
});

test('until a restore is answered, the lists of the installation of before stay as they are', async (t) => {
  const { id } = await naledi(app);
  const second = join(folder, 'of-the-first-installation');
  await mkdir(second);
  const settings = { backup_copy_folder: second };
  await app.db.updateTable('company_info').set(settings).execute();
  const at = app.clock.now();
  const restore = { id: randomUUID(), restored_at: at, backup_made_at: at };
  await app.db.insertInto('restores').values(restore).execute();
  await app.db
    .insertInto('erasures')
    .values({ id: randomUUID(), kind: 'member', subject: id, erased_at: at })
    .execute();
  t.after(async () => {
    await app.db.deleteFrom('restores').execute();
    await app.db.deleteFrom('erasures').where('subject', '=', id).execute();
    await app.db.updateTable('company_info').set({ backup_copy_folder: '' }).execute();
  });
  await app.db.updateTable('users').set({ password_hash: '1' }).where('id', '=', id).execute();
  const before = nothingListed();
  await storeRevocations(app, before);
  await storeErasureList(app);
  assert.deepEqual(await readdir(second), []);
  await app.db.updateTable('restores').set({ answered_at: at, answered_by: id }).execute();
  app.clock.set(new Date(at.getTime() + 11 * 60_000).toISOString());
  await storeRevocations(app, before);
  await storeErasureList(app);
  assert.deepEqual((await readdir(second)).toSorted(), [erasureList.name, revocationList.name]);
});
