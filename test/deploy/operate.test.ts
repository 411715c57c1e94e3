import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { CheckResult } from '#contract/system-check/endpoints.ts';
import { runBelow, write } from '#test/support/deploy/run-below.ts';

const run = promisify(execFile);

interface Circumstances {
  typed?: string | undefined;
  /** The step that does not work. */
  fails?: 'nothing' | 'restore' | 'rename' | 'after-rename' | 'dpkg';
}

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
  const goBack = (args: string[], { typed, fails = 'nothing' }: Circumstances = {}) => {
    writeFileSync(log, '');
    write(join(app, 'deploy/membership'), '#!/bin/sh\n', 0o755);
    write(join(app, 'deploy/wait-until-ready'), '#!/bin/sh\n', 0o755);
    const step = (name: string) =>
      `echo "${name}" >> ${log}; ${fails === name.split(' ')[0] ? 'exit 3' : ''}`;
    // The program of the version before, in a folder of its own.
    const older = '$3/usr/lib/membership/deploy';
    const programs = {
      id: 'echo 0',
      systemctl: `echo "systemctl $*" >> ${log}`,
      dpkg: step('dpkg $1'),
      'dpkg-deb': `if [ "$1" = --fsys-tarfile ]; then exec tar --create --directory=${root}/older .; fi
        mkdir -p ${older}
        printf '%s\\n' '#!/bin/sh' '${step('restore $2')}' > ${older}/membership
        chmod +x ${older}/membership`,
      runuser: `case "$*" in
        *RENAME*) ${step('rename')} ${fails === 'after-rename' ? 'exit 3' : ''} ;;
        *pg_database*membership_old*) ${fails === 'after-rename' ? 'echo 1' : ''} ;;
        *pg_database*) ;;
        *) echo 0043_of_the_newer.sql ;; esac`,
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

test('a go-back restores also if the update could not read the migration of before', (t) => {
  const { root, addBackup, goBack } = makeMachine(t);
  addBackup();
  const kept = join(root, 'var/lib/membership-previous');
  rmSync(join(kept, 'migration'));
  const before = new Date('2027-03-04T05:06:00Z');
  utimesSync(join(kept, 'membership_1.0.1.deb'), before, before);
  write(
    join(root, 'older/usr/lib/membership/server/platform/db/migrations/0042_of_before.sql'),
    '',
  );
  const { status, said, done } = goBack(['--yes']);
  assert.equal(status, 0, said);
  assert.ok(
    done.some((step) => step.startsWith('restore')),
    done.join('\n'),
  );
});

test('a go-back says when the backup was made, and asks a person', (t) => {
  const { addBackup, goBack } = makeMachine(t);
  const backup = addBackup();
  const no = goBack([], { typed: 'n\n' });
  assert.deepEqual([no.status, no.done], [1, ['']], no.said);
  assert.match(no.said, /It was made 2027-03-04 05:07 UTC\./);
  for (const [args, typed] of [
    [[], 'y\n'],
    [['--yes'], ''],
    [[], undefined],
  ] as const) {
    const { status, said, done } = goBack([...args], { typed });
    assert.equal(status, 0, said);
    assert.equal(said.includes('Go back?'), args.length === 0 && typed !== undefined, said);
    assert.deepEqual(done, [
      'systemctl stop membership',
      `restore ${backup}`,
      'rename',
      'dpkg --force-downgrade',
      'systemctl reset-failed membership',
      'systemctl restart membership',
    ]);
  }
});

test('a go-back that cannot restore starts the newer version again, and says the next command', (t) => {
  const { root, addBackup, goBack } = makeMachine(t);
  const backup = addBackup();
  for (const fails of ['restore', 'rename'] as const) {
    const { status, said, done } = goBack(['--yes'], { fails });
    assert.equal(status, 3, said);
    assert.deepEqual(done, [
      'systemctl stop membership',
      `restore ${backup}`,
      ...(fails === 'rename' ? ['rename'] : []),
      'systemctl start membership',
    ]);
    assert.match(said, /Nothing was changed: the newer version is being started again/);
    assert.match(said, /run again: sudo membership go-back$/m);
  }
  // PostgreSQL has done it, and this process ended before it knew.
  const renamed = goBack(['--yes'], { fails: 'after-rename' });
  assert.deepEqual(renamed.done, ['systemctl stop membership', `restore ${backup}`, 'rename']);
  assert.match(renamed.said, /The one of the newer version is kept as membership_old_\d+_\d+\./);
  const half = goBack(['--yes'], { fails: 'dpkg' });
  assert.equal(half.status, 3, half.said);
  assert.equal(half.done.at(-1), 'dpkg --force-downgrade');
  assert.match(half.said, /not installed completely, and the service is stopped/);
  assert.match(half.said, /run again: sudo membership go-back$/m);
  assert.deepEqual(readdirSync(join(root, 'run')), []);
  assert.deepEqual(readdirSync(join(root, 'var/lib')), ['membership-previous']);
  assert.ok(!readdirSync(join(root, 'var/lib/membership-previous')).includes('going-back.deb'));
});

test('a take-over that cannot restore leaves the clone as it was, and starts it again', (t) => {
  const { root, settings } = makeMachine(t);
  const log = join(root, 'done');
  const clone = join(root, 'clone');
  const unit = join(root, 'etc/systemd/system/membership.service');
  write(unit, 'of the clone\n');
  write(join(clone, 'settings'), 'SESSION_SECRET=the-key-of-the-clone-of-forty-characters\n');
  write(join(clone, 'app/deploy/membership'), `#!/bin/sh\necho "backup" >> ${log}\n`, 0o755);
  const restore = `#!/bin/sh\necho "restore with $MEMBERSHIP_SETTINGS" >> ${log}; exit 3\n`;
  write(join(root, 'usr/lib/membership/deploy/membership'), restore, 0o755);
  const before = readFileSync(settings, 'utf8');
  const systemctl = `if [ "$1" = is-active ]; then echo active; else echo "systemctl $*" >> ${log}; fi`;
  const programs = { id: 'echo 0', chown: '', systemctl };
  const full = runBelow(root, 'deploy/operate', ['take-over', clone], {
    programs: { ...programs, runuser: 'echo 1' },
  });
  assert.equal(full.status, 1, full.said);
  const away = runBelow(root, 'deploy/operate', ['take-over', clone], {
    programs: { ...programs, runuser: 'exit 2' },
  });
  assert.equal(away.status, 1, away.said);
  assert.match(away.said, /^PostgreSQL does not answer\. Nothing was stopped or changed\./m);
  assert.match(full.said, /has members already.* Nothing was stopped or changed\.\n.* --again$/m);
  const { status, said } = runBelow(root, 'deploy/operate', ['take-over', clone], { programs });
  assert.equal(status, 3, said);
  assert.deepEqual(readFileSync(log, 'utf8').trim().split('\n'), [
    'systemctl stop membership',
    'backup',
    `restore with ${settings}.new`,
    'systemctl start membership',
  ]);
  assert.match(said, /^Nothing was moved\..*\nWhat ran here before is being started again\.$/m);
  assert.match(said, /run again: sudo .*\/usr\/bin\/membership take-over .*clone$/m);
  assert.equal(readFileSync(settings, 'utf8'), before);
  assert.equal(readFileSync(unit, 'utf8'), 'of the clone\n');
  assert.deepEqual(readdirSync(join(root, 'etc/membership')), ['settings']);
  assert.deepEqual(readdirSync(join(root, 'var/lib')), ['membership-previous']);
});

test('a take-over brings the lists along, and keeps what only the package knows', async (t) => {
  const { root, settings, address } = makeMachine(t);
  const clone = join(root, 'clone');
  // As some editors leave it: without an end of the last line.
  const ofClone = [
    'export SESSION_SECRET=the-key',
    ` DATA_DIR='${clone}/records'`,
    "BACKUP_PASSPHRASE=''",
    'HOST=0.0.0.0',
    'PORT=8080',
    'export PUBLIC_URL="https://clone.example.org"',
    'SMTP_URL=x',
  ];
  write(join(clone, 'settings'), ofClone.join('\n'));
  write(join(clone, 'records/backups/erasures.jsonl'), '{}');
  write(join(clone, 'app/deploy/membership'), '#!/bin/sh\n: > "$2"\n', 0o755);
  const ofPackage = `${address}\nBACKUP_PASSPHRASE='a-b-c'\nTRUST_PROXY=127.0.0.1\nHOST=::1\n`;
  write(settings, ofPackage);
  write(join(root, 'var/lib/membership-way.killed/everything'), '');
  const app = join(root, 'usr/lib/membership');
  const lists = '#!/bin/sh\n[ "$1" != restore ] || ls "$(dirname "$2")" >&2\n';
  write(join(app, 'deploy/membership'), lists, 0o755);
  const ready = join(app, 'deploy/wait-until-ready');
  const takeOver = () =>
    runBelow(root, 'deploy/operate', ['take-over', relative('.', clone)], {
      programs: { id: 'echo 0', chown: '' },
    });
  write(ready, '#!/bin/sh\n', 0o755);
  const clones = spawn(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'], {
    cwd: join(clone, 'app'),
  });
  await once(clones, 'spawn');
  const running = takeOver();
  clones.kill();
  await once(clones, 'exit');
  assert.equal(running.status, 1, running.said);
  assert.match(running.said, /still runs, as another service.*\nNothing was moved\..*\nRemove/);
  write(join(root, 'etc/systemd/system/membership.service'), 'of the clone\n');
  write(ready, '#!/bin/sh\nexit 1\n', 0o755);
  const unready = takeOver();
  assert.equal(unready.status, 1, unready.said);
  assert.match(unready.said, /^Settings and records of .*clone were moved/m);
  assert.match(
    unready.said,
    /^ +sudo mv (.*membership\.service)\.of-the-clone \1\n +sudo systemctl daemon-reload/m,
  );
  write(settings, ofPackage);
  write(ready, '#!/bin/sh\n', 0o755);
  const { status, said } = takeOver();
  assert.equal(status, 0, said);
  assert.match(said, /^erasures\.jsonl\neverything$/m);
  assert.match(said, /^It runs: https:\/\/clone\.example\.org$/m);
  assert.match(said, /^HOST is ::1 now, and was 0\.0\.0\.0\. /m);
  assert.match(said, /^PORT is 3000 now, and was 8080\. /m);
  assert.deepEqual(readFileSync(settings, 'utf8').trim().split('\n'), [
    'PUBLIC_URL="https://clone.example.org"',
    'SMTP_URL=x',
    address,
    "BACKUP_PASSPHRASE='a-b-c'",
    'TRUST_PROXY=127.0.0.1',
    'HOST=::1',
    'SESSION_SECRET=the-key',
  ]);
  assert.deepEqual(readdirSync(join(root, 'var/lib')), ['membership-previous']);
});

test('what manages the service is called with what it knows', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'membership-called-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  write(join(root, 'usr/lib/membership/deploy/operate'), 'echo "$*"');
  write(join(root, 'usr/lib/membership/scripts/start.sh'), '');
  const call = (args: string) => runBelow(root, 'deploy/membership', args.split(' '));
  for (const known of [
    'status',
    'logs -f',
    'go-back --yes',
    'take-over',
    'take-over /srv/membership',
    'take-over /srv/membership --again',
  ])
    assert.deepEqual(call(known), { status: 0, said: `${known}\n` });
  for (const unknown of [
    'status now',
    'go-back now',
    'take-over --again',
    'take-over /srv/membership now',
    'take-over --again /srv/membership',
    'take-over /srv/membership --again now',
  ])
    assert.equal(call(unknown).status, 2, unknown);
});

test('what waits for the application says why it is not ready', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'membership-wait-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const full = JSON.stringify({ success: false, reason: 'The disk is full.' });
  let answer: [number, string] = [503, full];
  const server = createServer((_request, reply) => {
    const [status, body] = answer;
    reply.writeHead(status).end(body);
  }).listen(0, '127.0.0.2');
  t.after(() => server.close());
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  const settings = join(folder, 'settings');
  writeFileSync(settings, `HOST=127.0.0.2\nPORT=${port}\n`);
  const env = { ...process.env, MEMBERSHIP_SETTINGS: settings, HOST: 'of-the-shell' };
  await assert.rejects(run('deploy/wait-until-ready', ['1'], { env }), {
    code: 1,
    stderr: 'The disk is full.\n',
  });
  answer = [200, 'Another program has the port.'];
  await assert.rejects(run('deploy/wait-until-ready', ['1'], { env }), { code: 1 });
  answer = [200, '{"success":true}'];
  await run('deploy/wait-until-ready', ['1'], { env });
});

test('the package does not start with another database than the one of its settings', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'membership-start-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const settings = join(root, 'etc/membership/settings');
  const app = join(root, 'usr/lib/membership');
  write(join(app, 'release.json'), '{}');
  write(join(app, 'scripts/start.sh'), 'echo started');
  write(join(app, 'package.json'), '{ "version": "1.0.1" }');
  write(join(app, 'scripts/doctor.mjs'), readFileSync('scripts/doctor.mjs', 'utf8'));
  // Not root, who would become the account of the application.
  const programs = { id: 'echo 1000' };
  const start = (text: string, trial = '') => {
    write(settings, text);
    return runBelow(root, 'deploy/membership', ['start'], {
      programs,
      environment: { TRIAL: trial },
    });
  };
  const doctor = (environment: Record<string, string> = {}) => {
    const { status, said } = runBelow(root, 'deploy/membership', ['doctor', '--json'], {
      programs,
      environment,
    });
    assert.equal(status, 1, said);
    const { version, results } = JSON.parse(said) as { version: string; results: CheckResult[] };
    assert.equal(version, '1.0.1');
    return results.map(({ name, state, finding }) => [name, state, finding.split('. ')[0]]);
  };
  for (const text of [
    'PORT=3000\n',
    '#DATABASE_URL=postgresql:///membership\n',
    'DATABASE_URL=\n',
  ]) {
    const { status, said } = start(text);
    assert.equal(status, 1, said);
    const reason = `\nThe application could not start.\n${settings} has no DATABASE_URL, so`;
    assert.ok(said.startsWith(reason), said);
    assert.doesNotMatch(said, /started/);
    const unknown = `${settings} has no DATABASE_URL, so the database is not known`;
    assert.deepEqual(doctor(), [['Settings', 'failed', unknown]]);
  }
  assert.equal(start('NODE_OPTIONS=--no-such-option\n').status, 1);
  assert.match(doctor()[0]?.[2] ?? '', /^Node does not start with .* not allowed in NODE_OPTIONS/s);
  const nowhere = doctor({ MEMBERSHIP_SETTINGS: '/nowhere' });
  assert.deepEqual(nowhere, [['Settings', 'failed', 'The settings /nowhere cannot be read']]);
  assert.equal(start('DATABASE_URL=postgresql:///membership\n').said, 'started\n');
  assert.equal(start('PORT=3000\n', '1').said, 'started\n');
});
