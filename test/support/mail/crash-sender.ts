import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { sendDue } from '#server/features/bulk-emails/sending/send-due.ts';
import type { BulkSenderDeps } from '#server/features/bulk-emails/sending/bulk-sender-deps.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { connectionsTo } from '#server/platform/mail/open-transport.ts';

interface CrashPoint {
  url: string;
  smtpUrl: string;
  at: string;
  connections: number;
}

/** A worker in its own process that sends until it is killed. */
export function startSender(point: CrashPoint) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(point)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  return {
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function sendUntilKilled({ url, smtpUrl, at, connections }: CrashPoint): Promise<never> {
  const log = pino({ level: 'silent' });
  const deps: BulkSenderDeps = {
    db: openDb(openPool(url, 3)),
    clock: { now: () => new Date(at) },
    log,
    openConnection: connectionsTo({ smtpUrl, outboxDir: '/nowhere', log }),
    connections,
    from: async () => ({ name: 'Friends of the Waterberg', address: 'office@example.org' }),
    publicUrl: 'https://members.example.org',
    publicHost: 'members.example.org',
    unrecorded: [],
    isStopping: () => false,
  };
  for (;;) {
    await sendDue(deps);
    await setTimeout(5);
  }
}

if (import.meta.main) await sendUntilKilled(JSON.parse(process.argv[2] ?? '') as CrashPoint);
