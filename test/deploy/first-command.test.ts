import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { until } from '#test/support/outage.ts';
import { freePort } from '#test/support/program.ts';

/** The npm and Node that a computer may have; the first two as in Debian 12 and 13. */
const computers = [
  { npm: '9.2.0', node: '18.20.4' },
  { npm: '9.2.0', node: '20.19.2' },
  { npm: '10.8.2', node: '20.19.2' },
  { npm: '10.9.4', node: '22.21.1' },
  { npm: '11.6.2', node: '24.11.0' },
  { npm: 'latest', node: '24.11.0' },
];

const startMs = 600_000;
/** Where the machine's own root certificates are: it may reach npm's registry through a proxy. */
const certificates = process.env['NODE_EXTRA_CA_CERTS'];
const trust: Record<string, string> = certificates
  ? { NODE_EXTRA_CA_CERTS: certificates, npm_config_cafile: certificates }
  : {};

for (const { npm, node } of computers) {
  test(`npm start works with npm ${npm} on Node ${node} @full`, async (t) => {
    const folder = await emptyFolder(t);
    const app = join(folder, 'app');
    copySources(app);
    const tools = join(folder, 'tools');
    const wanted = [`npm@${npm}`, `${nodePackage()}@${node}`];
    execFileSync('npm', ['install', '--prefix', tools, '--no-save', ...wanted], { cwd: folder });
    // npm may have left out the link, as it does for ours.
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync(join(tools, 'node_modules', nodePackage(), 'bin', 'node'), join(bin, 'node'));
    symlinkSync(join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js'), join(bin, 'npm'));
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: folder, PORT: await freePort(), ...trust };
    assert.equal(execFileSync('node', ['--version'], { env, encoding: 'utf8' }), `v${node}\n`);
    await assertStarts(t, 'npm', ['start'], { cwd: app, env });
  });
}

const canBootstrap =
  process.getuid?.() === 0 && spawnSync('debootstrap', ['--version']).status === 0;
const reason = canBootstrap ? false : 'needs root and debootstrap';

for (const suite of ['bookworm', 'trixie']) {
  test(`npm start works on a bare Debian ${suite} @full`, { skip: reason }, async (t) => {
    const root = await emptyFolder(t);
    // It cannot order the packages of npm: apt-get ends what it has begun.
    spawnSync('debootstrap', ['--variant=minbase', '--include=ca-certificates,npm', suite, root]);
    execFileSync('chroot', [root, 'apt-get', '-f', 'install', '-y'], { stdio: 'ignore' });
    if (certificates) cpSync(certificates, join(root, certificates));
    copySources(join(root, 'root', 'app'));
    // The mounts and the processes end with it.
    const inside =
      'mount --bind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" "$@"';
    const apart = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, root];
    const command = ['sh', '-c', 'cd /root/app && exec npm start'];
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...trust };
    const port = await freePort();
    await assertStarts(t, 'unshare', [...apart, ...command], { env: { ...env, PORT: port } });
  });
}

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'membership-first-'));
  // Started by root, the database runs as another account, which has to reach it.
  await chmod(folder, 0o755);
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

/** What a clone has, with the changes that are not committed yet. */
function copySources(folder: string): void {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const deleted = lines('git', ['ls-files', '--deleted']);
  const files = lines('git', list).filter((file) => !deleted.includes(file));
  for (const file of files) cpSync(file, join(folder, file));
}

function lines(command: string, args: string[]): string[] {
  return execFileSync(command, args, { encoding: 'utf8' }).trim().split('\n');
}

function nodePackage(): string {
  return `node-${process.platform}-${process.arch}`;
}

interface Surroundings {
  cwd?: string;
  env: Record<string, string>;
}

async function assertStarts(
  t: TestContext,
  command: string,
  args: string[],
  { cwd, env }: Surroundings,
): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  t.after(async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await exited;
  });
  const isOver = () => output.includes('is running: ') || child.exitCode !== null;
  await until(`the start, which says: ${output}`, isOver, startMs);
  assert.match(output, /Membership is running: /, output);
  const page = await fetch(`http://127.0.0.1:${env['PORT']}/login`);
  assert.equal(page.status, 200);
}
