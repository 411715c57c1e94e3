import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import {
  backupTexts,
  getBackupSettings,
  updateBackupSettings,
} from '#contract/backups/endpoints.ts';
import { renderEmail } from '#server/emails.ts';
import { revocationList } from '#server/features/restores/revocations.ts';
import { openTestApp } from '#test/support/app.ts';
import { forgetBackups, startedYesterday } from '#test/support/backups/nightly-backups.ts';
import { callApi } from '#test/support/call.ts';
import { until } from '#test/support/outage.ts';
import { naledi } from '#test/support/people.ts';
import { freePort } from '#test/support/program.ts';
import { readBackups } from '../queries.ts';
import { runBackups } from '../run-backups.ts';
import { storeSecondList } from './second-list.ts';
import { testBackup } from '../self-test.ts';

const hasRclone = spawnSync('rclone', ['version']).error === undefined;
const skip = process.getuid?.() === 0 && hasRclone ? false : 'needs rclone, and root for its file';

const root = await mkdtemp(join(tmpdir(), 'membership-rclone-'));
const served = join(root, 'served');
const RCLONE_CONFIG = join(root, 'rclone.conf');
const port = await freePort();
const remotes = `[offsite]
type = webdav
url = http://127.0.0.1:${port}
vendor = other

[away]
type = webdav
url = http://127.0.0.1:1
vendor = other
`;
const app = await openTestApp({
  RCLONE_CONFIG,
  BACKUP_PASSPHRASE: 'correct horse battery staple',
});
const { token } = await naledi(app);
const save = (copyFolder: string) =>
  callApi(app, updateBackupSettings, { body: { copyFolder } }, { token });

if (skip === false) {
  await mkdir(served);
  const address = `--addr=127.0.0.1:${port}`;
  // The tests change the files beside it.
  const args = ['serve', 'webdav', served, address, '--dir-cache-time=0s'];
  const server = spawn('rclone', args, { stdio: 'ignore' });
  after(() => server.kill('SIGKILL'));
  await until('the remote', () => fetch(`http://127.0.0.1:${port}`).catch(() => null));
}
after(() => rm(root, { recursive: true, force: true }));

beforeEach(async () => {
  await forgetBackups(app);
  await app.db.deleteFrom('mails').execute();
  await rm(served, { recursive: true, force: true });
  await mkdir(served);
  await writeFile(RCLONE_CONFIG, remotes);
  await chmod(RCLONE_CONFIG, 0o640);
  app.clock.set('2027-03-10T08:00:00Z');
  await startedYesterday(app);
});

async function latest() {
  const { latest: row } = await readBackups({ db: app.db, at: app.clock.now() });
  assert.ok(row);
  return { ...row, path: join(row.folder ?? '', row.fileName ?? '') };
}

test('a remote is chosen by its name, after a file could be written there', { skip }, async () => {
  const { data } = await callApi(app, getBackupSettings, {}, { token });
  assert.deepEqual(data.remotes, { names: ['offsite', 'away'], problem: null });
  assert.equal((await save('offsite:')).status, 200);
  assert.deepEqual(await readdir(served), []);
  for (const [place, words] of [
    [
      'away:',
      /^away: reported: .*refused.*Try it on the server: sudo rclone --config .* lsf away:$/,
    ],
    ['unknown:', /has no remote unknown\. Choose another second place\.$/],
  ] as const) {
    const { status, errors } = await save(place);
    assert.equal(status, 400);
    assert.equal(errors?.[0]?.field, 'copyFolder');
    assert.match(errors?.[0]?.message ?? '', words);
  }
  const stored = await callApi(app, getBackupSettings, {}, { token });
  assert.equal(stored.data.copyFolder, 'offsite:');
});

test('a file that others than root can write defines no remote', { skip }, async () => {
  await save('offsite:');
  await chmod(RCLONE_CONFIG, 0o660);
  const { data } = await callApi(app, getBackupSettings, {}, { token });
  assert.deepEqual(data.remotes.names, []);
  assert.match(data.remotes.problem ?? '', /must belong to root, and nobody else may write/);
  await runBackups(app);
  const { isCopied, copyFailure } = await latest();
  assert.deepEqual([isCopied, copyFailure], [false, data.remotes.problem]);
  assert.deepEqual(await readdir(served), []);
});

test('backups are copied to it as they are, and only as many as are kept', { skip }, async () => {
  await save('offsite:');
  await callApi(app, updateBackupSettings, { body: { kept: 2 } }, { token });
  for (const day of [10, 11, 12]) {
    app.clock.set(`2027-03-${day}T08:00:00Z`);
    await runBackups(app);
  }
  const { fileName, path, isCopied } = await latest();
  assert.equal(isCopied, true);
  assert.match(fileName ?? '', /\.age$/);
  assert.deepEqual(await readFile(join(served, fileName ?? '')), await readFile(path));
  assert.equal((await readdir(served)).length, 2);
});

test('a backup that is not encrypted does not leave', { skip }, async () => {
  await save('offsite:');
  await runBackups({ ...app, config: { ...app.config, backupPassphrase: null } });
  assert.equal((await latest()).copyFailure, backupTexts.remoteNeedsPassphrase);
  assert.deepEqual(await readdir(served), []);
});

const places = { 'a remote': 'offsite:', 'a folder': served };
for (const [what, place] of Object.entries(places)) {
  test(
    `a file of another installation in ${what} is not replaced, whatever its size`,
    { skip },
    async () => {
      await save(place);
      await runBackups(app);
      const { fileName, path } = await latest();
      const again = async () => {
        await app.db.updateTable('backups').set({ copied_at: null, copy_failure: null }).execute();
        await runBackups(app);
        return (await latest()).copyFailure;
      };
      const copy = join(served, fileName ?? '');
      // The process was killed before it could record the copy.
      assert.equal(await again(), null);
      const { size } = await stat(path);
      for (const content of [Buffer.from('of another installation'), randomBytes(size)]) {
        await writeFile(copy, content);
        assert.match((await again()) ?? '', /exists already and is another file/);
        assert.deepEqual(await readFile(copy), content);
        assert.deepEqual(await readdir(served), [fileName]);
      }
    },
  );

  test(`the weekly test reads back the copy in ${what}`, { skip }, async () => {
    await save(place);
    await runBackups(app);
    const { id, path, fileName } = await latest();
    await testBackup(app, id, path);
    const lastTest = async () => (await readBackups({ db: app.db, at: app.clock.now() })).selfTest;
    assert.deepEqual(
      [
        (await lastTest())?.failure,
        (await lastTest())?.copyFolder,
        (await lastTest())?.copyFailure,
      ],
      [null, place, null],
    );
    const copy = await open(join(served, fileName ?? ''), 'r+');
    await copy.write(randomBytes(16), 0, 16, 200);
    await copy.close();
    await testBackup(app, id, path);
    await testBackup(app, id, path);
    assert.match((await lastTest())?.copyFailure ?? '', /^The copy of .* is damaged\./);
    const mails = await app.db
      .selectFrom('mails')
      .selectAll()
      .where('kind', '=', 'backup-test-failed')
      .execute();
    assert.equal(mails.length, 1);
    const [mail] = mails;
    assert.ok(mail);
    const { publicUrl } = app.config;
    const message = await renderEmail({ db: app.db, publicUrl, withoutCard: false, mail });
    assert.equal(message?.subject, 'The second copy of a backup failed');
    await rm(join(served, fileName ?? ''));
    await testBackup(app, id, path);
    assert.notEqual((await lastTest())?.copyFailure ?? null, null);
  });
}

test(
  'the lists beside the backups are there, too, and those of a trial are not',
  { skip },
  async () => {
    await save('offsite:');
    const entry = { user: '0199d2a4-7c1e-4c8b-9a51-2f6d3e8b1c70', what: 'password' as const };
    const later = { ...entry, what: 'roles' as const };
    const lines = async () => {
      const text = await readFile(join(served, revocationList.name), 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
    };
    const trial = { ...app, config: { ...app.config, isTrial: true } };
    const first = { ...entry, times: 1, day: '2027-03-10' };
    await storeSecondList(trial, revocationList, [first]);
    assert.deepEqual(await lines(), []);
    assert.equal(await storeSecondList(app, revocationList, [first]), true);
    // Of the same size as before.
    const changed = { ...entry, times: 2, day: '2027-03-10' };
    assert.equal(await storeSecondList(app, revocationList, [changed]), true);
    const other = { ...later, times: 1, day: '2027-03-10' };
    assert.equal(await storeSecondList(app, revocationList, [other]), true);
    assert.deepEqual(await lines(), [changed, other]);
  },
);
