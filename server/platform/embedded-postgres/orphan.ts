import { execFile } from 'node:child_process';
import { readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { CannotStart } from './cannot-start.ts';

/**
 * Ends the postmaster that a killed owner left behind. Only the holder of the owner's lock may
 * call it: a postmaster that runs now has no living owner.
 */
export async function endOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = pidIn(await readFile(file, 'utf8').catch(() => ''));
  if (pid && (await isPostmasterOf(pid, cluster))) {
    log(`PostgreSQL (process ${pid}) was left behind by a start that was killed; it is ended.`);
    await end(pid, cluster);
  }
  await disown(file);
  await rm(join(cluster, '.s.PGSQL.5432.lock'), { force: true });
}

function pidIn(text: string): number | undefined {
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 1 ? pid : undefined;
}

/** Pids are reused, so the process must be PostgreSQL with this folder. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const args = await argumentsOf(pid);
  if (!/(^|\/)postgres$/.test(args[0] ?? '')) return false;
  if (args[args.indexOf('-D') + 1] === cluster) return true;
  // The folder has been moved.
  return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === cluster;
}

async function argumentsOf(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  // Our own command line puts `-D folder` first and a setting after it.
  const { stdout } = await ps.catch(() => ({ stdout: '' }));
  const [, program = '', folder = ''] = /^(.*?\/postgres) -D (.*?) -c /.exec(stdout) ?? [];
  return [program, '-D', folder];
}

async function end(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    for (let tries = 0; tries < 200; tries++) {
      if (!(await isPostmasterOf(pid, cluster))) return;
      if (tries === 0) sendSignal(pid, signal);
      await wait(25);
    }
  }
  throw new CannotStart(
    `PostgreSQL (process ${pid}) on ${cluster} can't be ended. End it by hand.`,
  );
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * After a kill another process may have the pid in this file, and PostgreSQL would refuse to start.
 * PostgreSQL treats its parent's pid as stale, so that pid is written. The file itself stays, because
 * its other lines make PostgreSQL wait for server processes that still run.
 */
async function disown(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  await writeFile(file, text.replace(/^-?\d+/, String(process.pid)));
}
