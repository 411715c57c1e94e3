import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test, type TestContext } from 'node:test';
import { getBackups } from '#contract/backups/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { openTestApp } from '#test/support/app.ts';
import {
  backupFiles,
  forgetBackups,
  startedYesterday,
} from '#test/support/backups/nightly-backups.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { draftEnd } from '#server/platform/backup/write-backup.ts';
import { backupFolder } from './backup-deps.ts';
import { describeFailure } from './describe-failure.ts';
import { copyPending } from './second-place/copy-backup.ts';
import { runBackups } from './run-backups.ts';

const app = await openTestApp();
const folder = backupFolder(app.config);
const { id: adminId } = await naledi(app);
await naledi(app);
const second = await mkdtemp(join(tmpdir(), 'membership-second-'));
after(() => rm(second, { recursive: true, force: true }));

beforeEach(async () => {
  await forgetBackups(app);
  for (const name of await readdir(second)) await rm(join(second, name), { recursive: true });
  await app.db.deleteFrom('mails').execute();
  app.clock.set('2027-03-10T08:00:00Z');
  await startedYesterday(app);
});

const latest = async () => {
  const row = await app.db
    .selectFrom('backups')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .executeTakeFirstOrThrow();
  return row;
};
const mails = () => app.db.selectFrom('mails').selectAll().orderBy('to_email').execute();
const setCopyFolder = (backup_copy_folder: string) =>
  app.db.updateTable('company_info').set({ backup_copy_folder }).execute();

/** The nightly runs of these days of March, each at 08:00 UTC. */
async function runOnDays(...days: number[]) {
  for (const day of days) {
    app.clock.set(`2027-03-${day}T08:00:00Z`);
    await runBackups(app);
  }
}

/** Nothing can be written: a file has the name of the folder. */
async function blockFolder() {
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, '');
}

const unblockFolder = () => rm(folder, { force: true });

test('a folder that cannot be used fails the backup with a reason', async () => {
  await blockFolder();
  await runBackups(app);
  assert.equal(
    (await latest()).failure,
    `${folder} is not a folder. Rename the file of this name.`,
  );
  // The failed night is not repeated.
  await runBackups(app);
  assert.equal((await latest()).attempts, 0);
});

/** A small disk, where this user may mount one. */
function mountDisk(t: TestContext, at: string, options: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', at], { stdio: 'ignore' });
  } catch {
    t.skip('this user may not mount a disk');
    return false;
  }
  t.after(() => execFileSync('umount', [at]));
  return true;
}

test('a full disk fails the backup with a reason, and leaves no half file', async (t) => {
  await mkdir(folder);
  if (!mountDisk(t, folder, 'size=8k')) return;
  await runBackups(app);
  assert.equal(
    (await latest()).failure,
    `The disk of ${folder} is full. Free some space, or keep fewer backups.`,
  );
  assert.deepEqual(await backupFiles(app), []);
});

test('a read-only disk fails the backup with a reason', async (t) => {
  await mkdir(folder);
  if (!mountDisk(t, folder, 'size=8k,ro')) return;
  await runBackups(app);
  assert.equal(
    (await latest()).failure,
    `${folder} is read-only for the application. On Debian, allow it to the service: sudo systemctl edit membership, with the lines [Service] and ReadWritePaths=-${folder}, then sudo systemctl restart membership. Elsewhere its disk is mounted read-only.`,
  );
});

test('a folder that the account or the service may not use has its own reason', () => {
  const refusal = (folder: string) =>
    describeFailure(Object.assign(new Error(), { code: 'EACCES' }), folder);
  for (const folder of ['/root/x', '/home/anna/backups', '/run/user/1000'])
    assert.match(refusal(folder), /reaches no folder in \/root, \/home .*choose another one/);
  for (const folder of ['/media/usb', '/rooted'])
    assert.match(refusal(folder), /may not write to .*: sudo chown membership \//);
  // What the sentence says of the unit is true.
  const unit = readFileSync('deploy/membership.service', 'utf8');
  assert.match(unit, /^ProtectHome=yes$/m);
  assert.match(unit, /^ProtectSystem=strict$/m);
  assert.match(unit, /^User=membership$/m);
});

test('the backup is copied to the second folder', async () => {
  await setCopyFolder(second);
  await runBackups(app);
  const { copied_at, copy_failure, file_name } = await latest();
  assert.deepEqual([copied_at, copy_failure], [app.clock.now(), null]);
  assert.deepEqual(await readdir(second), [file_name]);
});

test('if the second folder is away, the first copy stays, and the failure has its own reason', async () => {
  const away = join(second, 'away');
  await setCopyFolder(away);
  await runBackups(app);
  const { made_at, failure, copy_failure, file_name } = await latest();
  assert.deepEqual([made_at, failure], [app.clock.now(), null]);
  assert.equal(
    copy_failure,
    `The folder ${away} does not exist. Connect its drive, or create the folder.`,
  );
  assert.deepEqual(await backupFiles(app), [file_name]);
});

test('a second folder that never answers holds up the copy until its limit, and nothing else', async (t) => {
  await runBackups(app);
  await setCopyFolder(second);
  await app.db.updateTable('backups').set({ copy_folder: second, copied_at: null }).execute();
  const { id, file_name } = await latest();
  // Opening a pipe that nobody reads blocks, as a network drive does that is away.
  execFileSync('mkfifo', [join(second, `${file_name}.${id}${draftEnd}`)]);
  t.mock.method(app.log, 'warn', () => {});
  assert.equal(await copyPending(app, 1500), false);
  assert.equal((await latest()).copy_failure, `${second} did not answer. Check the network drive.`);
});

test('a copy that was interrupted is made by the next run', async () => {
  await setCopyFolder(second);
  await runBackups(app);
  const { id, file_name } = await latest();
  await app.db.updateTable('backups').set({ copied_at: null }).execute();
  await rm(join(second, file_name ?? ''));
  await writeFile(join(second, `${file_name}.${id}.draft`), 'half');
  await runBackups(app);
  assert.notEqual((await latest()).copied_at, null);
  assert.ok((await readdir(second)).includes(file_name ?? ''));
  assert.ok(!(await readdir(second)).includes(`${file_name}.${id}.draft`));
});

test('a file of another installation in the second folder is not replaced', async () => {
  await setCopyFolder(second);
  await runBackups(app);
  const { file_name } = await latest();
  await app.db.updateTable('backups').set({ copied_at: null }).execute();
  await writeFile(join(second, file_name ?? ''), 'of another installation');
  await runBackups(app);
  assert.match((await latest()).copy_failure ?? '', /exists already and is another file/);
  assert.equal(await readFile(join(second, file_name ?? ''), 'utf8'), 'of another installation');
});

test('the second failed night in a row is mailed to all administrators, once until it works again', async () => {
  await blockFolder();
  await runOnDays(10);
  assert.deepEqual(await mails(), []);
  await runOnDays(11);
  const sent = await mails();
  assert.deepEqual(
    sent.map(({ kind }) => kind),
    ['backups-failed', 'backups-failed'],
  );
  await runOnDays(12, 13);
  assert.equal((await mails()).length, 2);

  await unblockFolder();
  await runOnDays(14);
  await blockFolder();
  await runOnDays(15);
  assert.equal((await mails()).length, 2);
  await runOnDays(16);
  assert.equal((await mails()).length, 4);
  await unblockFolder();
});

test('a failed night between good ones mails nobody', async () => {
  for (const [good, bad] of [
    [10, 11],
    [12, 13],
  ] as const) {
    await unblockFolder();
    await runOnDays(good);
    await blockFolder();
    await runOnDays(bad);
  }
  assert.deepEqual(await mails(), []);
  await unblockFolder();
});

test('a copy that fails in two nights is mailed, and the mail says that the backups were made', async () => {
  await setCopyFolder(join(second, 'away'));
  await runOnDays(10, 11);
  const [mail] = await mails();
  assert.ok(mail);
  const { publicUrl } = app.config;
  const message = await renderEmail({ db: app.db, publicUrl, withoutCard: false, mail });
  assert.ok(message);
  assert.equal(message.subject, 'The copies of the backups fail');
  assert.match(message.text, /The backups themselves were made/);
  assert.match(message.text, /10 Mar 2027/);
  assert.match(message.text, /11 Mar 2027/);
  assert.match(message.text, /away does not exist\. Connect its drive/);
  assert.match(message.text, /\/admin\/backups/);
});

test('without a good backup for 48 hours, administrators are warned', async () => {
  const isOverdue = async () => {
    // A session lasts for eight hours.
    const token = await tokenOf(app, adminId);
    const { data } = await callApi(app, getBackups, {}, { token });
    return data.isOverdue;
  };
  await app.db.deleteFrom('daily_runs').execute();
  assert.equal(await isOverdue(), false, 'before the first start of a worker');
  await app.db
    .insertInto('daily_runs')
    .values({ day: '2027-03-09', ran_at: new Date('2027-03-08T22:00:00Z') })
    .execute();
  app.clock.set('2027-03-10T22:00:00Z');
  assert.equal(await isOverdue(), false);
  app.clock.set('2027-03-10T22:00:01Z');
  assert.equal(await isOverdue(), true);
  await runBackups(app);
  assert.equal(await isOverdue(), false);
  app.clock.set('2027-03-12T22:00:02Z');
  assert.equal(await isOverdue(), true);
});

test('the metrics have age and size of the last good backup, and whether the last one failed', async () => {
  const metric = async (name: string) => {
    const { body } = await app.fastify.inject('/metrics');
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(body)?.[1]);
  };
  await runOnDays(10);
  const { bytes } = await latest();
  app.clock.set('2027-03-10T09:00:00Z');
  assert.equal(await metric('backup_age_seconds'), 3600);
  assert.equal(await metric('backup_size_bytes'), bytes);
  assert.equal(await metric('backup_last_failed'), 0);
  await blockFolder();
  await runOnDays(11);
  assert.equal(await metric('backup_age_seconds'), 24 * 3600);
  assert.equal(await metric('backup_last_failed'), 1);
  await unblockFolder();
});

test('the metrics say since when second copies are missing', async () => {
  const metric = async () => {
    const { body } = await app.fastify.inject('/metrics');
    return Number(/^backup_copy_missing_seconds (.+)$/m.exec(body)?.[1]);
  };
  await runOnDays(10);
  assert.equal(await metric(), 0, 'there is no second place');
  await setCopyFolder(second);
  await runOnDays(11);
  assert.equal(await metric(), 0);
  // Until an administrator has answered, nothing is copied, and nothing fails.
  const at = app.clock.now();
  const restore = { id: randomUUID(), restored_at: at, backup_made_at: at };
  await app.db.insertInto('restores').values(restore).execute();
  await runOnDays(12, 13);
  assert.equal(await metric(), 24 * 3600);
  await runOnDays(14);
  assert.equal(await metric(), 48 * 3600);
  await app.db.deleteFrom('restores').execute();
  await runOnDays(15);
  assert.equal(await metric(), 0);
});
