import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { sendDue } from '#server/features/bulk-emails/sending/send-due.ts';
import type { BulkSenderDeps } from '#server/features/bulk-emails/sending/bulk-sender-deps.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { connectionsTo } from '#server/platform/mail/open-transport.ts';
import { spawnJob } from '#test/support/processes/spawn-job.ts';

interface CrashPoint {
  url: string;
  smtpUrl: string;
  at: string;
  connections: number;
}

/** A worker in its own process that sends until it is killed. */
export const startSender = (point: CrashPoint) => spawnJob(import.meta.url, point);

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
