import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import test from 'node:test';
import { readConfig } from '#server/config.ts';
import { openTestApp } from '#test/support/app.ts';
import { runArchiveCommand } from '#test/support/archive-command.ts';
import { makeEmptyDatabase, makeTestDatabase } from '#test/support/database.ts';
import { until } from '#test/support/outage.ts';
import { freePort } from '#test/support/program.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const compose = read('compose.yaml');
const variable = /\$\{(?<name>[A-Z_]+)(?::(?<kind>[-?])(?<text>[^}]*))?\}/g;

const filled: Record<string, string> = {
  PUBLIC_HOST: 'members.example.org',
  DATABASE_PASSWORD: 'of-the-database',
  SESSION_SECRET: 'of the tests, and longer than 32 characters',
};

/** The environment of the application's container, as the compose file fills it from `.env`. */
function applicationEnvironment(env: Record<string, string>): Record<string, string> {
  const [, block = ''] = /\n {2}application:\n.*? {4}environment:\n(.*?)\n\n/s.exec(compose) ?? [];
  const lines = block.split('\n').filter((line) => !line.trim().startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^ {6}([A-Z_]+): (.*)$/.exec(line) ?? [];
      assert.notEqual(name, '', line);
      const filledIn = value.replaceAll(variable, (...found) => {
        const { name: key, kind, text } = found.at(-1) as Record<string, string>;
        return env[key ?? ''] ?? (kind === '-' ? (text ?? '') : '');
      });
      return [name, filledIn];
    }),
  );
}

test('with the three values that it demands, the compose file starts without cards', () => {
  const config = readConfig(applicationEnvironment(filled));
  assert.equal(config.publicUrl, 'https://members.example.org');
  assert.equal(config.payfast.mode, 'off');
  assert.equal(config.databaseUrl, 'postgresql://membership:of-the-database@database/membership');
  const demanded = [...compose.matchAll(variable)].filter(({ groups }) => groups?.['kind'] === '?');
  assert.deepEqual(
    new Set(demanded.map(({ groups }) => groups?.['name'])),
    new Set(Object.keys(filled)),
  );
});

test('the compose file and its example of settings have the same names, and all are settings', () => {
  const used = new Set([...compose.matchAll(variable)].map(({ groups }) => groups?.['name']));
  const example = read('deploy/env.example').matchAll(/^(?<name>[A-Z_]+)=/gm);
  assert.deepEqual(new Set([...example].map(({ groups }) => groups?.['name'])), used);
  const documented = read('docs/configuration.md');
  for (const name of Object.keys(applicationEnvironment(filled))) {
    assert.match(documented, new RegExp(`^\\| \`${name}\``, 'm'), name);
  }
});

test('the image holds no secret, no test and no data', () => {
  const ignored = new Set(read('.dockerignore').trim().split('\n'));
  for (const name of ['.env', '.git', 'data', 'data-*', 'node_modules', 'test']) {
    assert.ok(ignored.has(name), name);
  }
  const stages = read('Dockerfile').split(/^FROM /m);
  assert.match(stages.at(-1) ?? '', /^USER 10001:10001$/m);
});

/** Each checker runs only where it is installed. */
const checkers: [string, string[]][] = [
  ['haproxy', ['-c', '-f', 'deploy/haproxy.cfg']],
  ['haproxy', ['-c', '-f', 'deploy/cluster/haproxy.cfg']],
  // Both on one machine.
  ['haproxy', ['-c', '-f', 'deploy/haproxy.cfg', '-f', 'deploy/cluster/haproxy.cfg']],
  // With the rules that it names.
  ['promtool', ['check', 'config', 'deploy/prometheus.yml']],
  ['caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']],
];
for (const [program, args] of checkers) {
  test(`${program} accepts ${args.slice(1).join(' ')}`, { skip: missing(program) }, () => {
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });
}

test('the job that is scraped is the one of the alerts', () => {
  const [, job] = /job_name: (\w+)$/m.exec(read('deploy/prometheus.yml')) ?? [];
  const asked = [...read('deploy/prometheus-rules.yml').matchAll(/job="(\w+)"/g)];
  assert.deepEqual(new Set(asked.map(([, name]) => name)), new Set([job]));
});

test('each alert asks for metrics that are there', async () => {
  const app = await openTestApp();
  const { body } = await app.fastify.inject('/metrics');
  const asked = [...read('deploy/prometheus-rules.yml').matchAll(/^ +expr: (.*)$/gm)]
    .flatMap(([, expression = '']) => expression.match(/[a-z]+_[a-z0-9_]+/g) ?? [])
    .filter((name) => name !== 'histogram_quantile');
  assert.ok(asked.length > 20);
  for (const name of asked)
    assert.match(body, new RegExp(`^# TYPE ${name.replace(/_bucket$/, '')} `, 'm'), name);
});

test('the scripts of the package are shell, and ask what they read', () => {
  for (const script of ['config', 'preinst', 'postinst', 'prerm', 'postrm']) {
    const { status, stderr } = spawnSync('sh', ['-n', `deploy/debian/${script}`], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  }
  const asked = new Set(
    [...read('deploy/debian/templates').matchAll(/^Template: (.*)$/gm)].map(([, name]) => name),
  );
  const scripts = ['config', 'postinst', 'postrm']
    .map((name) => read(`deploy/debian/${name}`))
    .join('\n');
  const used = new Set(
    [...scripts.matchAll(/db_(?:get|set|fset|input \w+) (membership\/[\w-]+)/g)].map(
      ([, name]) => name,
    ),
  );
  assert.deepEqual(used, asked);
});

test('nginx accepts its file', { skip: missing('nginx') ?? missing('openssl') }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'membership-nginx-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=members.example.org', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject], {
    stdio: 'ignore',
  });
  const server = read('deploy/nginx.conf')
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const path = join(folder, 'nginx.conf');
  await writeFile(
    path,
    `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${server}\n}\n`,
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', path], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});

test(
  'systemd accepts the unit, and rates it as little exposed',
  { skip: missing('systemd-analyze') },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'membership-unit-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const unit = join(folder, 'membership.service');
    const here = read('deploy/membership.service').replaceAll('/usr/lib/membership', process.cwd());
    await writeFile(unit, here);
    const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
    assert.equal(verified.status, 0, verified.stderr);
    const rated = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=25', unit],
      {
        encoding: 'utf8',
      },
    );
    assert.equal(rated.status, 0, rated.stdout.slice(-200));
  },
);

const nobody = 65_534;

/** As in the container and the service: another account than the one that owns the program's files. */
test(
  'it runs as one process named node that can write to its data only',
  { skip: notRoot() },
  async (t) => {
    const { url, drop } = await makeTestDatabase();
    t.after(drop);
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'membership-data-'));
    t.after(() => rm(DATA_DIR, { recursive: true, force: true }));
    await chmod(DATA_DIR, 0o711);
    await chown(DATA_DIR, nobody, nobody);
    const PORT = await freePort();
    const child = spawn('sh', ['scripts/start.sh'], {
      uid: nobody,
      gid: nobody,
      env: {
        PATH: process.env['PATH'],
        PORT,
        DATA_DIR,
        DATABASE_URL: url,
        LOG_LEVEL: 'warn',
        SESSION_SECRET: filled['SESSION_SECRET'],
        PUBLIC_URL: 'https://members.example.org',
        PAYFAST_MODE: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    await until('the start', () => {
      assert.equal(child.exitCode, null, said);
      return said.includes('is running: ');
    });
    assert.equal((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status, 200);
    assert.match(readlinkSync(`/proc/${child.pid}/exe`), /\/node$/);
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null], said);
  },
);

/** The reason to leave a test out, or `false`. */
function missing(program: string): string | undefined {
  const { error } = spawnSync(program, ['--version']);
  return error === undefined ? undefined : `${program} is not installed here`;
}

function notRoot(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can start it as another account';
  const reach = spawnSync('test', ['-r', 'server/main.ts'], { uid: nobody, gid: nobody });
  return reach.status === 0 ? undefined : 'another account cannot read this folder';
}

test('the command of the operator reads the settings as they are written', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'membership-command-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [source, target] = [await makeTestDatabase(), await makeEmptyDatabase()];
  t.after(() => Promise.all([source.drop(), target.drop()]));
  const passphrase = 'correct horse $battery 4711 & staple';
  const settings = join(folder, 'settings');
  await writeFile(
    settings,
    `DATABASE_URL="${source.url}"
SESSION_SECRET="${filled['SESSION_SECRET']}"
BACKUP_PASSPHRASE="${passphrase}"
DATA_DIR=${folder}
`,
  );
  const env = { PATH: process.env['PATH'], MEMBERSHIP_SETTINGS: settings };
  const command = resolve('deploy/membership');
  const run = (...args: string[]) =>
    spawnSync(command, args, { env, cwd: folder, encoding: 'utf8' });
  const backup = run('backup', 'one.tar.gz.age');
  assert.equal(backup.status, 0, backup.stderr);
  const restore = runArchiveCommand('restore', [join(folder, 'one.tar.gz.age')], {
    DATABASE_URL: target.url,
    DATA_DIR: join(folder, 'other'),
    BACKUP_PASSPHRASE: passphrase,
  });
  const { code, said } = await restore.ended;
  assert.equal(code, 0, said);

  assert.match(run('doctor').stdout, /^(ok|warning) +Database: PostgreSQL/m);
  assert.match(run('reconcile').stdout, /The books agree/);
  assert.match(run('backup').stderr, /Name one file: membership backup FILE/);
  for (const wrong of [
    'frobnicate',
    'start now',
    'status -v',
    'go-back --help',
    'take-over -x',
    'take-over /a /b',
  ]) {
    const { status, stderr } = run(...wrong.split(' '));
    assert.equal(status, 2, wrong);
    assert.match(stderr, /^Usage: membership COMMAND/);
  }
  for (const [wrong, usage] of [
    ['doctor --jsn', 'doctor [--json]'],
    ['reconcile foo', 'reconcile [--digest MONTH=SHA256 | --list MONTH]'],
  ] as const) {
    const { status, stderr } = run(...wrong.split(' '));
    assert.deepEqual([status, stderr], [2, `Usage: membership ${usage}\n`]);
  }
  assert.match(run('help').stdout, /^Usage: membership COMMAND/);
  assert.match(run('--version').stdout, /^Membership \d+\.\d+\.\d+ \(.+\)$/m);
  // Read as Node reads it, whatever its form and wherever the user is.
  await writeFile(settings, `${read(settings)}\nexport DATA_DIR = ${join(folder, 'elsewhere')}\n`);
  const here = spawnSync(command, ['doctor'], {
    env: { ...env, MEMBERSHIP_SETTINGS: basename(settings) },
    cwd: dirname(settings),
    encoding: 'utf8',
  });
  assert.match(here.stdout, new RegExp(join(folder, 'elsewhere')), here.stderr);
  for (const [path, sentence] of [
    ['/nowhere', /^The settings \/nowhere cannot be read\. Run this with sudo/],
    ['/tmp', /^The settings \/tmp are a folder\. Name the file/],
  ] as const) {
    const lost = spawnSync(command, ['doctor'], {
      env: { ...env, MEMBERSHIP_SETTINGS: path },
      encoding: 'utf8',
    });
    assert.match(lost.stderr, sentence);
  }
});

test('a start with packages or pages of another version is refused, whatever the times of the files', async (t) => {
  const app = await mkdtemp(join(tmpdir(), 'membership-half-'));
  t.after(() => rm(app, { recursive: true, force: true }));
  const write = async (path: string, text: string) => {
    await mkdir(join(app, path, '..'), { recursive: true });
    await writeFile(join(app, path), text);
  };
  for (const program of ['scripts/start.sh', 'scripts/setup.mjs', 'scripts/setup/up-to-date.mjs'])
    await cp(program, join(app, program));
  const { sourcesDigest } = (await import(join(app, 'scripts/setup/up-to-date.mjs'))) as {
    sourcesDigest: () => string;
  };
  const refusal =
    /do not belong to this version\. Run: cd .* && sudo -u \w+ node scripts\/setup\.mjs/;
  const isRefused = (change: string) => {
    const { status, stderr } = spawnSync('sh', [join(app, 'scripts/start.sh')], {
      encoding: 'utf8',
    });
    // Nothing is there to be started: without a refusal the answer is Node's.
    assert.equal(status, 1, change);
    return refusal.test(stderr);
  };
  const lockOf = (packages: object) =>
    JSON.stringify({ packages: { '': { name: 'app' }, ...packages } });
  const one = { version: '1.0.0', integrity: 'sha512-one' };
  const elsewhere = { version: '1.0.0', integrity: 'sha512-other', optional: true };
  const lock = lockOf({ 'node_modules/one': one, 'node_modules/of-another-platform': elsewhere });
  const record = JSON.stringify({ packages: { 'node_modules/one': one } });
  const whole = {
    'package-lock.json': lock,
    'node_modules/.package-lock.json': record,
    'contract/a.ts': '1',
    'web/a.tsx': '1',
    'docs/admin-guide.md': '1',
    'scripts/guide/a.ts': '1',
    'index.html': '1',
    'vite.config.ts': '1',
  };
  for (const [path, text] of Object.entries(whole)) await write(path, text);
  await write('dist/web/.built', sourcesDigest());
  const times = [new Date('2020-01-01'), new Date(), new Date('2038-01-01')];
  for (const then of times) {
    for (const path of Object.keys(whole)) await utimes(join(app, path), then, then);
    assert.equal(isRefused('times'), false, then.toISOString());
  }
  const changes = {
    'package-lock.json': lockOf({ 'node_modules/one': { ...one, version: '1.0.1' } }),
    'node_modules/.package-lock.json': JSON.stringify({
      packages: { 'node_modules/one': one, 'node_modules/removed': one },
    }),
    'contract/a.ts': '2',
    'web/a.tsx': '2',
    'docs/admin-guide.md': '2',
    'scripts/guide/a.ts': '2',
    'index.html': '2',
    'vite.config.ts': '2',
  };
  for (const [path, text] of Object.entries(changes)) {
    const stored = await stat(join(app, path));
    await write(path, text);
    await utimes(join(app, path), stored.atime, stored.mtime);
    assert.equal(isRefused(path), true, path);
    await write(path, whole[path as keyof typeof whole]);
  }
  await rm(join(app, 'node_modules/.package-lock.json'));
  assert.equal(isRefused('no packages'), true);
});
