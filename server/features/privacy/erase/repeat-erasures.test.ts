import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { erased } from '#contract/privacy/erased.ts';
import { sql } from 'kysely';
import { deleteMember, updateMember } from '#contract/members/endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import * as contract from '#contract/privacy/erasure.ts';
import { donate } from '#server/features/donations/donate.ts';
import { erasureCheck } from '#server/features/system-check/checks/erasures.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { emptyDatabase } from '#test/support/empty-database.ts';
import { donationTypeId } from '#test/support/payfast/notifications.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { naledi, password, registered } from '#test/support/people.ts';
import { adoptErasureList, erasureList } from './erasure-list.ts';
import { findNotRepeated, repeatErasures } from './repeat-erasures.ts';

const app = await openTestApp();
const as = { token: (await naledi(app)).token };
const folder = join(app.dataDir, 'backups');

test('after a restore of an earlier backup the start erases the same people again', async () => {
  const { memberId } = await registered(app, { email: 'gone@example.org', firstName: 'Gugulethu' });
  const { memberId: other } = await registered(app, { email: 'stays@example.org' });
  const donor = { firstName: 'Nomvula', lastName: 'Giver', email: 'Donor@example.org' };
  const donationTypeIdOfEft = await donationTypeId(app, 'EFT');
  const { id } = await donate(app.ctx(), {
    ...donor,
    amount: 50,
    donationTypeId: donationTypeIdOfEft,
  });
  const money = { body: { payerName: 'Ntombi Secret', amount: 50 } };
  const credit = await callApi(app, credits.recordMoney, money, as);
  const ofMoney = { params: { id: credit.data.id } };
  const closed = { ...ofMoney, body: { reason: 'Dealt with' } };
  assert.equal((await callApi(app, credits.closeCredit, closed, as)).status, 200);
  await mkdir(folder, { recursive: true });
  const { file } = await writeBackup({
    url: app.url,
    to: join(folder, 'before.tar.gz'),
    keys: {},
    at: app.clock.now(),
    passphrase: null,
  });
  const confirmed = { body: { password } };
  const ofMember = { params: { id: memberId }, ...confirmed };
  assert.equal((await callApi(app, contract.eraseMember, ofMember, as)).status, 200);
  const ofDonor = { params: { id }, ...confirmed };
  assert.equal((await callApi(app, contract.eraseDonor, ofDonor, as)).status, 200);
  assert.equal((await callApi(app, contract.eraseMoney, ofMoney, as)).status, 200);
  const list = await readFile(join(folder, erasureList.name), 'utf8');
  assert.equal(list.trim().split('\n').length, 3);
  assert.doesNotMatch(list, /gone|donor@|gugulethu|ntombi/i);

  const url = await emptyDatabase();
  await restoreBackup({ url, from: file, passphrase: null });
  const db = openDb(openPool(url));
  after(() => db.destroy());
  const restored = { ...app, db };
  assert.equal((await namesIn(restored.db, memberId))[0], 'Gugulethu');
  // Several processes can start at once.
  const counts = await concurrently(4, () => repeatErasures(restored));
  assert.deepEqual(failed(counts), []);
  const sum = succeeded(counts).reduce((one, other) => one + other, 0);
  assert.equal(sum, 3);
  assert.deepEqual(await namesIn(db, memberId), ['Erased', 'person']);
  assert.deepEqual(await namesIn(db, other), ['Thandi', 'Dlamini']);
  const { email } = await db
    .selectFrom('donations')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(email, erased.email);
  const { payer_name } = await db
    .selectFrom('payments')
    .select('payer_name')
    .where('id', '=', credit.data.id)
    .executeTakeFirstOrThrow();
  assert.equal(payer_name, erased.text);
  assert.equal(await repeatErasures(restored), 0, 'a second start has nothing to do');
});

test('a user who had the address at the time of the backup is erased with it, unless the address is proved', async () => {
  const people = ['deleted', 'proved', 'paid'] as const;
  const members = await Promise.all(
    people.map((name) => registered(app, { email: `${name}-later@example.org` })),
  );
  const [, proved, paid] = members;
  await settleInvoice(app.ctx(), { invoiceId: paid?.invoiceId ?? '', source: 'administrator' });
  const { file } = await writeBackup({
    url: app.url,
    to: join(folder, 'with-users.tar.gz'),
    keys: {},
    at: app.clock.now(),
    passphrase: null,
  });
  for (const { memberId, email } of members) {
    const params = { id: memberId };
    // The one who has paid would be archived, and keep the address.
    if (memberId === paid?.memberId) {
      const body = { email: `moved-${email}` };
      assert.equal((await callApi(app, updateMember, { params, body }, as)).status, 200);
    } else assert.equal((await callApi(app, deleteMember, { params }, as)).status, 204);
    const { id } = await donate(app.ctx(), {
      firstName: 'Nomvula',
      lastName: 'Giver',
      email,
      amount: 50,
      donationTypeId: await donationTypeId(app, 'EFT'),
    });
    assert.equal((await callApi(app, contract.eraseDonor, { params: { id } }, as)).status, 200);
  }
  const url = await emptyDatabase();
  await restoreBackup({ url, from: file, passphrase: null });
  const db = openDb(openPool(url));
  after(() => db.destroy());
  await db
    .updateTable('users')
    .set({ email_proved_at: new Date(app.clock.now().getTime() + 60_000) })
    .where('id', '=', proved?.userId ?? '')
    .execute();
  const restored = { ...app, db };
  await repeatErasures(restored);
  const names = await Promise.all(members.map(({ memberId }) => namesIn(db, memberId)));
  assert.deepEqual(names, [
    ['Erased', 'person'],
    ['Thandi', 'Dlamini'],
    ['Thandi', 'Dlamini'],
  ]);
  const check = await erasureCheck({ ...restored, secret: null }).run();
  assert.equal(check.state, 'warning');
  assert.match(check.finding, new RegExp(`member ${proved?.memberId}`));
  assert.equal((await findNotRepeated(restored)).length, 2);
  // The two addresses are free once their members have others.
  for (const one of [proved, paid]) {
    await db
      .updateTable('users')
      .set({ email: `new-${one?.email}` })
      .where('id', '=', one?.userId ?? '')
      .execute();
  }
  assert.equal(await repeatErasures(restored), 2);
  assert.deepEqual(await findNotRepeated(restored), []);
  // The folder is that of the other tests: the member is in its list now.
  assert.equal(await repeatErasures(app), 1);
});

test('an address that comes back after its erasure is not erased again', async () => {
  const email = 'returns@example.org';
  const donor = { firstName: 'Nomvula', lastName: 'Giver', email, amount: 50 };
  const donationTypeIdOfEft = await donationTypeId(app, 'EFT');
  const give = () => donate(app.ctx(), { ...donor, donationTypeId: donationTypeIdOfEft });
  const { id } = await give();
  await callApi(app, contract.eraseDonor, { params: { id } }, as);
  const later = await give();
  assert.equal(await repeatErasures(app), 0);
  const row = await app.db
    .selectFrom('donations')
    .select('email')
    .where('id', '=', later.id)
    .executeTakeFirstOrThrow();
  assert.equal(row.email, email);
});

test('a damaged line in the list is left out, and the list is completed', async () => {
  const path = join(folder, erasureList.name);
  const before = await readFile(path, 'utf8');
  await writeFile(path, `not an erasure\n${before.split('\n')[0]}\n`);
  assert.equal(await repeatErasures(app), 0);
  const after = await readFile(path, 'utf8');
  assert.deepEqual(after.split('\n').toSorted(), before.split('\n').toSorted());
});

test('the list also lies in the second folder, and a folder that is away is only logged', async (t) => {
  const second = join(app.dataDir, 'second');
  await mkdir(second);
  const use = (backup_copy_folder: string) =>
    app.db.updateTable('company_info').set({ backup_copy_folder }).execute();
  await use(second);
  await repeatErasures(app);
  const [first, copy] = await Promise.all(
    [folder, second].map((each) => readFile(join(each, erasureList.name), 'utf8')),
  );
  assert.deepEqual(copy?.split('\n').toSorted(), first?.split('\n').toSorted());
  const warned = t.mock.method(app.log, 'warn', () => {});
  await use(join(second, 'away'));
  await repeatErasures(app);
  assert.equal(warned.mock.callCount(), 1);
  await use('');
});

test('a restore takes over the list that lies beside the archive', async () => {
  const other = join(app.dataDir, 'another-machine');
  const lines = (await readFile(join(folder, erasureList.name), 'utf8')).trim().split('\n');
  assert.equal(await adoptErasureList(folder, other), lines.length);
  assert.equal(await adoptErasureList(join(other, 'nothing-here'), other), lines.length);
  const taken = await readFile(join(other, 'backups', erasureList.name), 'utf8');
  assert.deepEqual(taken.trim().split('\n'), lines);
});

async function namesIn(db: typeof app.db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`
    SELECT ARRAY[first_name, last_name] AS names FROM members WHERE id = ${memberId}`.execute(db);
  return rows[0]?.names ?? [];
}
