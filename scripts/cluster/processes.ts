import { spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

interface Options {
  env?: Record<string, string>;
  uid?: number;
  gid?: number;
  cwd?: string;
}

/** Starts a process that outlives this one. Its id and its output are files of the folder. */
export function startProcess(
  folder: string,
  name: string,
  [command = '', ...args]: string[],
  { env = {}, ...options }: Options = {},
): number {
  const log = openSync(join(folder, `${name}.log`), 'a', 0o644);
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], HOME: folder, CLUSTER_FOLDER: folder, ...env },
    ...options,
  });
  child.on('error', (error) => console.error(`${name}: ${error.message}`));
  child.unref();
  writeFileSync(join(folder, `${name}.pid`), String(child.pid));
  return child.pid ?? 0;
}

/** The id of a process of the folder, or null if it has ended. */
export function findProcess(folder: string, name: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, `${name}.pid`), 'utf8'));
    // Another process may have the number by now.
    const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(folder);
    const isZombie = /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return isOurs && !isZombie ? pid : null;
  } catch {
    return null;
  }
}

export function signal(folder: string, name: string, which: NodeJS.Signals): void {
  const pid = findProcess(folder, name);
  if (pid !== null) process.kill(pid, which);
}

/** Sends the signal to a process and everything that it has started. */
export function signalTree(pid: number, which: NodeJS.Signals): void {
  // A parent that is stopped first starts nothing more.
  const all = [pid, ...descendants(pid)];
  for (const one of all) {
    try {
      process.kill(one, which);
    } catch {
      // It has ended.
    }
  }
}

function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended.
    }
  }
  const below = (parent: number): number[] =>
    [...parents].filter(([, its]) => its === parent).flatMap(([one]) => [one, ...below(one)]);
  return below(pid);
}

/** Waits until the condition holds. An error counts as "not yet". */
export async function waitFor<T>(
  what: string,
  condition: () => Promise<T> | T,
  seconds = 90,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + seconds * 1000;
  let last: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
    } catch (error) {
      last = error;
    }
    if (performance.now() > deadline)
      throw new Error(`Waited for ${what} in vain.`, { cause: last });
    await setTimeout(200);
  }
}
