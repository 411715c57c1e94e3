import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { searchAudit } from '#contract/audit/endpoints.ts';
import {
  backupTexts,
  downloadBackup,
  getBackups,
  getBackupSettings,
  startBackup,
  updateBackupSettings,
} from '#contract/backups/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { forgetBackups, startedYesterday } from '#test/support/backups/nightly-backups.ts';
import { callApi } from '#test/support/call.ts';
import { naledi } from '#test/support/people.ts';
import { backupFolder } from './backup-deps.ts';
import { runBackups } from './run-backups.ts';

const app = await openTestApp({ RATE_LIMITS: 'on', RCLONE_CONFIG: '/nowhere/rclone.conf' });
const folder = backupFolder(app.config);
const second = await mkdtemp(join(tmpdir(), 'membership-second-'));
after(() => rm(second, { recursive: true }));
const { token } = await naledi(app);
const as = { token };

beforeEach(async () => {
  await forgetBackups(app);
  await app.db.deleteFrom('sign_in_failures').execute();
  await app.db.deleteFrom('rate_counts').execute();
});

const state = async () => (await callApi(app, getBackups, {}, as)).data;
const download = () =>
  app.fastify.inject({
    method: 'POST',
    url: `/api${downloadBackup.path}`,
    headers: { authorization: `Bearer ${token}` },
  });

test('Back up now waits for a worker, which makes it', async () => {
  const { status, data } = await callApi(app, startBackup, {}, as);
  assert.deepEqual([status, data.isNightly, data.startedUtc], [201, false, null]);
  assert.equal((await state()).latest, null);
  await runBackups(app);
  const { latest, recent } = await state();
  assert.ok(latest);
  assert.deepEqual([latest.id, recent.length], [data.id, 1]);
  assert.deepEqual(
    [latest.madeUtc, latest.folder, latest.host, latest.failure],
    [app.clock.now().toISOString(), folder, hostname(), null],
  );
  assert.ok((latest.bytes ?? 0) > 1000 && (latest.rows ?? 0) > 10);
});

test('ten presses of Back up now at once make one backup', async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => callApi(app, startBackup, {}, as)),
  );
  assert.equal(new Set(replies.map(({ data }) => data.id)).size, 1);
  await runBackups(app);
  assert.equal((await state()).recent.length, 1);
});

test('the latest backup is downloaded whole, and the audit log has it', async () => {
  await startedYesterday(app);
  await runBackups(app);
  const reply = await download();
  const { latest } = await state();
  const name = latest?.fileName ?? '';
  assert.equal(reply.statusCode, 200);
  assert.deepEqual(reply.rawPayload, await readFile(join(folder, name)));
  assert.equal(reply.headers['content-disposition'], `attachment; filename="${name}"`);
  assert.equal(reply.headers['content-length'], String(latest?.bytes));
  assert.match(String(reply.headers['cache-control']), /no-store/);
  const { data } = await callApi(app, searchAudit, { body: { action: 'downloadBackup' } }, as);
  assert.equal(data.results[0]?.subjectName, name);
});

test('a browser, which accepts compressed replies, gets the file as it is', async () => {
  await startedYesterday(app);
  await runBackups(app);
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const reply = await fetch(`${address}/api${downloadBackup.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' },
  });
  const { latest } = await state();
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-length'), String(latest?.bytes));
  assert.equal((await reply.arrayBuffer()).byteLength, latest?.bytes);
});

test('without a file the answer says where the backup is, or that there is none', async () => {
  assert.equal((await download()).json().message, backupTexts.noneToDownload);
  await startedYesterday(app);
  await runBackups(app);
  await rm(folder, { recursive: true });
  const reply = await download();
  assert.equal(reply.statusCode, 409);
  assert.equal(reply.json().message, backupTexts.elsewhere(folder, hostname()));
});

test('the settings are changed one by one, guarded by their tag, and audited', async () => {
  const read = () => callApi(app, getBackupSettings, {}, as);
  const remotes = { names: [], problem: null };
  const { data, headers } = await read();
  assert.deepEqual(data, { kept: 14, copyFolder: '', remotes });
  const change = (body: object, ifMatch?: string) =>
    callApi(
      app,
      updateBackupSettings,
      { body },
      ifMatch ? { token, headers: { 'if-match': ifMatch } } : as,
    );
  assert.deepEqual((await change({ kept: 3 })).data, { kept: 3, copyFolder: '', remotes });
  assert.deepEqual((await change({ copyFolder: ` ${second} ` })).data, {
    kept: 3,
    copyFolder: second,
    remotes,
  });
  assert.equal((await change({ kept: 5 }, String(headers['etag']))).status, 412);
  assert.deepEqual((await change({ kept: null, copyFolder: null })).data, {
    kept: 14,
    copyFolder: '',
    remotes,
  });
  const filters = { body: { action: 'updateBackupSettings' } };
  const { data: audit } = await callApi(app, searchAudit, filters, as);
  assert.deepEqual(audit.results.at(-1)?.after, { kept: 3 });
});

test('impossible settings are refused at their field', async () => {
  const refused: [object, string, string][] = [
    [{ kept: 0 }, 'kept', backupTexts.wrongKept],
    [{ kept: 366 }, 'kept', backupTexts.wrongKept],
    [{ kept: 1.5 }, 'kept', backupTexts.wrongKept],
    [{ copyFolder: 'backups' }, 'copyFolder', backupTexts.relativeFolder],
    [{ copyFolder: '../backups' }, 'copyFolder', backupTexts.relativeFolder],
    [{ copyFolder: folder }, 'copyFolder', backupTexts.firstFolder],
    [{ copyFolder: `${folder}/../backups/` }, 'copyFolder', backupTexts.firstFolder],
    [{ copyFolder: join(process.cwd(), 'dist/web') }, 'copyFolder', backupTexts.folderOfApp],
    [
      { copyFolder: '/nowhere/at/all' },
      'copyFolder',
      'The folder /nowhere/at/all does not exist. Connect its drive, or create the folder.',
    ],
    [{ copyFolder: ':local:' }, 'copyFolder', backupTexts.relativeFolder],
    [{ copyFolder: 'offsite:folder' }, 'copyFolder', backupTexts.relativeFolder],
    [{ copyFolder: 'offsite:' }, 'copyFolder', backupTexts.remoteNeedsPassphrase],
    [{ copyFolder: process.cwd() }, 'copyFolder', backupTexts.folderOfApp],
  ];
  for (const [body, field, message] of refused) {
    const reply = await callApi(app, updateBackupSettings, { body }, as);
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.errors, [{ field, message }], JSON.stringify(body));
  }
});
