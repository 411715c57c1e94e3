import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../outage.ts';

/** Why no Debian can be booted beside this one, or `false`. */
export const noBox =
  process.getuid?.() === 0 && isThere('debootstrap') && isThere('systemd-nspawn')
    ? false
    : 'needs root, debootstrap and systemd-nspawn';

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined;
}

/** A Debian of its own with systemd, without a network, so that each has all ports. */
export interface Box {
  root: string;
  /** Runs a script of the shell as root. */
  run(script: string): { status: number | null; said: string };
  /** Kills all that runs in it, and starts it again. */
  cutPower(): Promise<void>;
}

export async function bootBox(t: TestContext, suite: string, packages: string[]): Promise<Box> {
  const root = await mkdtemp(join(tmpdir(), 'membership-box-'));
  // It is the root folder of all accounts in it.
  await chmod(root, 0o755);
  let nspawn: ChildProcess | null = null;
  t.after(async () => {
    if (nspawn !== null) await endBox(nspawn);
    await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  });
  const first = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'apt', 'debconf', 'sudo'];
  execFileSync('debootstrap', ['--variant=minbase', `--include=${first.join(',')}`, suite, root], {
    stdio: 'ignore',
  });
  // The services of the packages start with the system, and not in this folder.
  const quiet = `printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d; chmod +x /usr/sbin/policy-rc.d
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y ${packages.join(' ')} && rm /usr/sbin/policy-rc.d`;
  execFileSync('chroot', [root, 'sh', '-c', quiet], { stdio: 'ignore' });
  const options = [
    '--private-network',
    '--register=no',
    '--keep-unit',
    '--link-journal=no',
    '--boot',
  ];
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
  };
  const namespaces = ['--mount', '--uts', '--ipc', '--pid', '--net'];
  const run = (script: string) => {
    const init = String(initOf(nspawn));
    const inside = ['--target', init, ...namespaces, '--', 'bash', '-c', `cd /root; ${script}`];
    const { status, stdout, stderr } = spawnSync('nsenter', inside, {
      env: { ...env, LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    return { status, said: stdout + stderr };
  };
  const start = async () => {
    nspawn = spawn('systemd-nspawn', ['--directory', root, ...options], { stdio: 'ignore' });
    await until('the box', () => run('systemctl is-system-running').status === 0, 120_000);
  };
  const cutPower = async () => {
    if (nspawn === null) return;
    const ended = once(nspawn, 'exit');
    // The kernel ends the others with it.
    process.kill(initOf(nspawn), 'SIGKILL');
    await ended;
    await start();
  };
  await start();
  return { root, run, cutPower };
}

/** Runs a script in the box and answers what it says. A failure of it is one of the test. */
export function mustIn(box: Box): (script: string) => string {
  return (script) => {
    const { status, said } = box.run(script);
    if (status !== 0) throw new Error(`${script}\n${said}`);
    return said;
  };
}

function initOf(nspawn: ChildProcess | null): number {
  const { stdout } = spawnSync('pgrep', ['--parent', String(nspawn?.pid)], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10);
}

async function endBox(nspawn: ChildProcess): Promise<void> {
  const ended = new Promise((done) => nspawn.on('exit', done));
  nspawn.kill('SIGTERM');
  await Promise.race([ended, wait(15_000)]);
  nspawn.kill('SIGKILL');
}

/** The commands of the blocks of a document below a heading, up to the next one. */
export async function commandsIn(path: string, heading: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  const from = text.indexOf(`${heading}\n`);
  if (from === -1) throw new Error(`${path} has no "${heading}".`);
  const rest = text.slice(from + heading.length);
  const end = rest.search(/^#+ /m);
  const section = end === -1 ? rest : rest.slice(0, end);
  return [...section.matchAll(/^ *```\n(?<block>[\s\S]*?)^ *```$/gm)].flatMap(({ groups }) =>
    (groups?.['block'] ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
}
