import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { Client } from 'pg';

import { adviceOn, adviceOnDisk, CannotStart } from './cannot-start.ts';
import type { Postmaster } from './postmaster.ts';

const longestRecovery = 300_000;

/** Waits until PostgreSQL accepts connections, also after a crash recovery, or exits. */
export async function untilReady(
  url: string,
  cluster: string,
  postmaster: Postmaster,
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + longestRecovery;
  let ended: string | undefined;
  void postmaster.exited.then((reason) => (ended = reason));
  while (!((await saysReady(cluster, postmaster.pid)) && (await answers(url)))) {
    if (ended !== undefined) {
      throw new CannotStart(await failureOf(ended, postmaster.lastLines.join(' | '), cluster));
    }
    if (signal.aborted || Date.now() > deadline) {
      await postmaster.stop();
      throw new CannotStart('PostgreSQL runs, but takes no connections.');
    }
    await wait(10);
  }
}

async function failureOf(ended: string, lines: string, cluster: string): Promise<string> {
  const advice = adviceOn(lines) ?? (await adviceOnDisk(cluster));
  return [`PostgreSQL didn't start (${ended}): ${lines}`, advice].join('\n').trim();
}

/** Reads PostgreSQL's own status, so that early connections do not fill its log. */
async function saysReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
