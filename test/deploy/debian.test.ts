import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { type TestContext } from 'node:test';
import { commandsIn } from '#test/support/deploy/box.ts';

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
  const operate = between(read('deploy/operate'), 'aside=', '\n');
  const ofGoBack = execFileSync('sh', ['-c', `echo ${operate}`], { encoding: 'utf8' }).trim();
  for (const database of ['membership', 'membership_restored', ofDocuments, ofGoBack])
    assert.match(database, pattern);
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
