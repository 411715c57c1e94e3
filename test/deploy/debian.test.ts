import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { commandsIn } from '#test/support/deploy/box.ts';
import { runBelow, write } from '#test/support/deploy/run-below.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const postinst = read('deploy/debian/postinst');
const postrm = read('deploy/debian/postrm');

function makeFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'membership-debian-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What is between the two texts. */
function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  const to = text.indexOf(end, from + start.length);
  assert.ok(from !== -1 && to !== -1, `${start} … ${end}`);
  return text.slice(from + start.length, to);
}

test('what is kept to go back to is the last version that ran', (t) => {
  const root = makeFolder(t);
  const kept = join(root, 'var/lib/membership-previous');
  const programs = {
    tar: 'cat > /dev/null',
    'dpkg-query': '',
    'dpkg-deb': 'for file; do :; done; : > "$file"',
  };
  const update = (before: string, isReady: boolean) => {
    const ready = join(root, 'usr/lib/membership/deploy/wait-until-ready');
    write(ready, `#!/bin/sh\nexit ${isReady ? 0 : 1}\n`, 0o755);
    chmodSync(ready, 0o755);
    const { status, said } = runBelow(root, 'deploy/debian/preinst', ['upgrade', before], {
      programs,
    });
    assert.equal(status, 0, said);
    return readdirSync(kept).filter((name) => name.endsWith('.deb'));
  };
  // The first one never ran.
  write(join(kept, 'unfinished'), 'none\n');
  assert.deepEqual(update('1.0.0', false), []);
  assert.deepEqual(update('1.0.1', true), ['membership_1.0.1.deb']);
  // 1.0.2 fails, and so does 1.0.3.
  assert.deepEqual(update('1.0.2', false), ['membership_1.0.1.deb']);
  assert.deepEqual(update('1.0.3', false), ['membership_1.0.1.deb']);
  // It needed more than a minute, and was used since.
  assert.deepEqual(update('1.0.4', true), ['membership_1.0.4.deb']);
});

test('after a purge that deletes the data Caddy still has the file that it imports', (t) => {
  const root = makeFolder(t);
  const debconf = 'for name in fset input go purge; do eval "db_$name() { :; }"; done';
  write(join(root, 'usr/share/debconf/confmodule'), `${debconf}\ndb_get() { RET=true; }\n`);
  const [settings, caddy, importing, dropIn] = [
    'membership/settings',
    'membership/Caddyfile',
    'caddy/Caddyfile',
    'systemd/system/membership.service.d/second-folder.conf',
  ].map((path) => join(root, 'etc', path)) as [string, string, string, string];
  const purge = (text: string) => {
    for (const path of [settings, dropIn]) write(path, 'of before\n');
    write(caddy, 'members.example.org {\n}\n');
    write(importing, text);
    const { status, said } = runBelow(root, 'deploy/debian/postrm', ['purge']);
    assert.equal(status, 0, said);
    assert.deepEqual([existsSync(settings), existsSync(dirname(dropIn))], [false, false]);
    return said;
  };
  const said = purge(`:80 {\n}\nimport ${caddy}\n`);
  assert.match(read(caddy), /^#.*\n$/);
  assert.ok(said.includes(`Delete the line "import ${caddy}" in ${importing}.`), said);
  purge(`# import ${caddy}\n`);
  assert.equal(existsSync(dirname(caddy)), false);
});

test('a new name is written to the file for Caddy, and only then', (t) => {
  const folder = makeFolder(t);
  const file = join(folder, 'Caddyfile');
  const script = `# Caddy ends${between(postinst, '# Caddy ends', '\nif [ ! -d /run')}`;
  const isWritten = (name: string, before: string) => {
    writeFileSync(file, before);
    execFileSync('sh', ['-ec', script], { env: { PATH: process.env['PATH'], etc: folder, name } });
    if (read(file) === before) return false;
    assert.match(read(file), new RegExp(`^${name.replaceAll('.', '\\.')} \\{$`, 'm'));
    return true;
  };
  for (const before of [
    'other.example.net {',
    'exampleXnet {',
    '# example.net {',
    'a {\nredir https://example.net{uri}',
  ])
    assert.equal(isWritten('example.net', `${before}\n}\n`), true, before);
  for (const before of [
    'example.net {',
    'a.org, example.net, b.org {',
    'https://example.net:443 {',
    'example.net{',
  ])
    assert.equal(isWritten('example.net', `${before}\n}\n`), false, before);
});

const hasCaddy = spawnSync('caddy', ['version']).error === undefined;

test(
  'Caddy accepts the file of an installation without a name, and of one that got it later',
  { skip: hasCaddy ? false : 'caddy is not installed here' },
  (t) => {
    const folder = makeFolder(t);
    const file = join(folder, 'Caddyfile');
    const write = `# Caddy ends${between(postinst, '# Caddy ends', '\nif [ ! -d /run')}`;
    const importing = join(folder, 'of-caddy');
    writeFileSync(importing, `:8080 {\n\trespond "of Debian"\n}\nimport ${file}\n`);
    const isAccepted = () => {
      const args = ['validate', '--adapter', 'caddyfile', '--config', importing];
      const { status, stderr } = spawnSync('caddy', args, { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    };
    // Without an answer, what was there stays.
    for (const [name, hasName] of [
      ['', false],
      ['members.example.org', true],
      ['', true],
    ] as const) {
      execFileSync('sh', ['-ec', write], { env: { PATH: process.env['PATH'], etc: folder, name } });
      isAccepted();
      assert.equal(/^members\.example\.org \{$/m.test(read(file)), hasName);
    }
  },
);

test('a purge that deletes the data deletes the databases beside it and the trial', async () => {
  const pattern = new RegExp(between(postrm, "datname ~ '", "'"));
  const [rename = ''] = (await commandsIn('docs/backup.md', '## Restore')).filter((command) =>
    command.includes('RENAME'),
  );
  const name = `echo ${between(rename, 'RENAME TO ', '"')}`;
  const ofDocuments = execFileSync('sh', ['-c', name], { encoding: 'utf8' }).trim();
  const operate = between(read('deploy/operate'), 'old_database=', '\n');
  const ofGoBack = execFileSync('sh', ['-c', `echo ${operate}`], { encoding: 'utf8' }).trim();
  // Earlier versions kept them as membership_before_….
  const ofEarlier = ofGoBack.replace('_old_', '_before_');
  for (const database of ['membership', 'membership_restored', ofDocuments, ofGoBack, ofEarlier])
    assert.match(database, pattern);
  assert.match(postrm, /^rm -rf .* \/var\/lib\/membership-way\.\*$/m);
  for (const database of ['membership2', 'membership_before_we_moved', 'members', 'backup_test_'])
    assert.doesNotMatch(database, pattern);
  const deleted = between(postrm, 'rm -rf /var/lib/membership ', '\nelse');
  const trial = between(read('deploy/membership'), 'DATA_DIR="${TRIAL_DIR:-', '}"');
  assert.ok(deleted.split(/\s/).includes(trial), deleted);
});

test('the commands of PostgreSQL run in a folder that its account may enter', (t) => {
  const folder = makeFolder(t);
  writeFileSync(join(folder, 'runuser'), '#!/bin/sh\npwd\n');
  chmodSync(join(folder, 'runuser'), 0o755);
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const script = `. ${resolve('deploy/postgres.sh')}; sql --command='SELECT 1'; pwd`;
  const said = execFileSync('sh', ['-ec', script], { env, cwd: folder, encoding: 'utf8' });
  assert.deepEqual(said.trim().split('\n'), ['/', folder]);
});

test('what does not even start says why, from the log', (t) => {
  const root = makeFolder(t);
  const settings = join(root, 'settings');
  write(settings, 'PORT=9\n');
  const ask = (log: string, seconds = 1, restarts = 2) =>
    runBelow(root, 'deploy/wait-until-ready', [`${seconds}`], {
      programs: { journalctl: `printf '${log}'`, systemctl: `echo ${restarts}` },
      environment: { MEMBERSHIP_SETTINGS: settings },
    });
  const failure = (text: string) => `\\nThe application could not start.\\n${text}\\n`;
  assert.deepEqual(ask(failure('Of before.') + failure('PORT is 9.')), {
    status: 1,
    said: 'PORT is 9.\n',
  });
  assert.deepEqual(ask('It stopped.\\n'), { status: 1, said: '' });
  const unreadable =
    'file:///usr/lib/membership/server/app.ts:7\\n  cons x\\n       ^\\n\\nSyntaxError: Unexpected\\n    at compile';
  assert.deepEqual(
    ask(`${failure('PORT is 9.')}Membership is running: http://x\\n${unreadable}\\n`),
    {
      status: 1,
      said: 'file:///usr/lib/membership/server/app.ts:7\nSyntaxError: Unexpected\n',
    },
  );
  const started = (log: string) =>
    `${log}Started membership.service - Membership.\n`.replaceAll('\n', '\\n');
  const again = 'membership.service: Scheduled restart job, restart counter is at 1.\n';
  // systemd starts it again, so the reason is still there. Somebody else has removed it.
  assert.equal(ask(failure('PORT is 9.') + started(again)).said, 'PORT is 9.\n');
  assert.equal(ask(failure('PORT is 9.') + started('')).said, '');
  // It ends each time, so nobody waits for a minute.
  const start = performance.now();
  assert.deepEqual(ask(failure('PORT is 9.'), 60, 3), { status: 1, said: 'PORT is 9.\n' });
  assert.ok(performance.now() - start < 20_000);
});
