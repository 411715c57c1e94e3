import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { runBelow, write } from '#test/support/deploy/run-below.ts';

const run = promisify(execFile);

/** An installation whose newer version has changed the database. What the machine was told to do is in `done`. */
function makeMachine(t: TestContext) {
  const root = mkdtempSync(join(tmpdir(), 'membership-operate-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const log = join(root, 'done');
  mkdirSync(join(root, 'run'));
  const app = join(root, 'usr/lib/membership');
  const settings = join(root, 'etc/membership/settings');
  const kept = join(root, 'var/lib/membership-previous');
  const address =
    "DATABASE_URL='postgresql:///membership?host=/var/run/postgresql&user=membership'";
  write(settings, `${address}\nDATA_DIR=${root}/elsewhere\n`);
  write(join(kept, 'membership_1.0.1.deb'), '');
  write(join(kept, 'migration'), '0042_of_before.sql\n');
  const before = new Date('2027-03-04T05:06:00Z');
  utimesSync(join(kept, 'migration'), before, before);
  const addBackup = () => {
    const path = join(root, 'elsewhere/backups/before-0043-2027-03-04-0707-0a1b.tar.gz');
    write(path, '');
    const then = new Date('2027-03-04T05:07:00Z');
    utimesSync(path, then, then);
    return path;
  };
  const goBack = (args: string[], typed?: string) => {
    writeFileSync(log, '');
    write(join(app, 'deploy/membership'), `#!/bin/sh\necho "membership $*" >> ${log}\n`, 0o755);
    write(join(app, 'deploy/wait-until-ready'), '#!/bin/sh\n', 0o755);
    const programs = {
      id: 'echo 0',
      systemctl: `echo "systemctl $*" >> ${log}`,
      dpkg: `echo "dpkg $1" >> ${log}`,
      runuser: 'echo 0043_of_the_newer.sql',
    };
    const { status, said } = runBelow(root, 'deploy/operate', ['go-back', ...args], {
      programs,
      environment: { TZ: 'UTC' },
      ...(typed !== undefined && { typed }),
    });
    return { status, said, done: readFileSync(log, 'utf8').trim().split('\n') };
  };
  return { root, settings, address, addBackup, goBack };
}

test('a go-back that refuses leaves the service as it is', (t) => {
  const { root, settings, address, addBackup, goBack } = makeMachine(t);
  const missing = goBack([]);
  assert.deepEqual([missing.status, missing.done], [1, ['']], missing.said);
  assert.ok(missing.said.includes(`is not in ${root}/elsewhere/backups.`), missing.said);
  assert.match(missing.said, /Nothing was stopped or changed\./);
  addBackup();
  writeFileSync(
    settings,
    `${address.replace('///membership', '///another')}\nDATA_DIR=${root}/elsewhere\n`,
  );
  const another = goBack(['--yes']);
  assert.deepEqual([another.status, another.done], [1, ['']], another.said);
  assert.match(another.said, /does not lead to the database membership/);
});

test('a go-back says when the backup was made, and asks a person', (t) => {
  const { addBackup, goBack } = makeMachine(t);
  const backup = addBackup();
  const no = goBack([], 'n\n');
  assert.deepEqual([no.status, no.done], [1, ['']], no.said);
  assert.match(no.said, /It was made 2027-03-04 05:07 UTC\./);
  for (const [args, typed] of [
    [[], 'y\n'],
    [['--yes'], ''],
    [[], undefined],
  ] as const) {
    const { status, said, done } = goBack([...args], typed);
    assert.equal(status, 0, said);
    assert.equal(said.includes('Go back?'), args.length === 0 && typed !== undefined, said);
    // Then it starts.
    assert.deepEqual(done.slice(0, 3), [
      'systemctl stop membership',
      'dpkg --force-downgrade',
      `membership restore ${backup}`,
    ]);
  }
});

test('what waits for the application says why it is not ready', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'membership-wait-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const server = createServer((_request, reply) => {
    reply.writeHead(503).end(JSON.stringify({ success: false, reason: 'The disk is full.' }));
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  const settings = join(folder, 'settings');
  writeFileSync(settings, `PORT=${port}\n`);
  const env = { ...process.env, MEMBERSHIP_SETTINGS: settings };
  await assert.rejects(run('deploy/wait-until-ready', ['1'], { env }), {
    code: 1,
    stderr: 'The disk is full.\n',
  });
});

test('the package does not start with another database than the one of its settings', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'membership-start-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const settings = join(root, 'etc/membership/settings');
  const app = join(root, 'usr/lib/membership');
  write(join(app, 'release.json'), '{}');
  write(join(app, 'scripts/start.sh'), 'echo started');
  // Not root, who would become the account of the application.
  const start = (text: string, trial = '') => {
    write(settings, text);
    const programs = { id: 'echo 1000' };
    return runBelow(root, 'deploy/membership', ['start'], {
      programs,
      environment: { TRIAL: trial },
    });
  };
  for (const text of [
    'PORT=3000\n',
    '#DATABASE_URL=postgresql:///membership\n',
    'DATABASE_URL=\n',
  ]) {
    const { status, said } = start(text);
    assert.equal(status, 1, said);
    assert.ok(said.startsWith(`${settings} has no DATABASE_URL, so`), said);
    assert.doesNotMatch(said, /started/);
  }
  assert.equal(start('DATABASE_URL=postgresql:///membership\n').said, 'started\n');
  assert.equal(start('PORT=3000\n', '1').said, 'started\n');
});
