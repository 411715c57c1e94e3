import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import type { Account } from './account.ts';

export type Launch = {
  bin: string;
  cluster: string;
  account: Account;
  settings: Record<string, string>;
  log: (line: string) => void;
};

const ourSettings = {
  unix_socket_directories: '.', // relative to the cluster: the path can't be too long for it
  unix_socket_permissions: '0700',
  listen_addresses: '',
  port: '5432',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements carry personal data; the application logs its errors itself.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_line_prefix: '',
  shared_buffers: `${sharedMegabytes()}MB`,
};

/** PostgreSQL's manual recommends a quarter of the memory. Its default is 128 MB. */
function sharedMegabytes(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.round(Math.min(Math.max(bytes / 4 / 2 ** 20, 128), 1024));
}

/** A running PostgreSQL, detached so that Ctrl-C reaches only us and the pool is closed first. */
export function launch({ bin, cluster, account, settings, log }: Launch) {
  const options = Object.entries({ ...ourSettings, ...settings });
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...account,
      cwd: '/',
      detached: true,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const lastLines: string[] = [];
  let isStopping = false;
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line);
    if (lastLines.length > 20) lastLines.shift();
    // Our own background connections, at each clean stop.
    if (isStopping && line.includes('due to administrator command')) return;
    log(`postgres: ${line}`);
  });
  const endWithUs = () => child.kill('SIGINT');
  process.once('exit', endWithUs);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  }).finally(() => process.off('exit', endWithUs));

  async function stop(): Promise<void> {
    isStopping = true;
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      child.kill(signal);
      const patience = new AbortController();
      const late = wait(20_000, 'late', { signal: patience.signal }).catch(() => 'late');
      const outcome = await Promise.race([exited, late]);
      patience.abort();
      if (outcome !== 'late') return;
    }
  }
  return { pid: child.pid, exited, lastLines, stop };
}

export type Postmaster = ReturnType<typeof launch>;
