import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { sendDue, type BulkPost } from '#server/features/bulk-emails/sending/send-due.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { linesOf } from '#server/platform/mail/transport.ts';

interface Doom {
  url: string;
  smtpUrl: string;
  at: string;
  lines: number;
}

/** A worker in a process of its own, that sends until it is killed. */
export function startSender(doom: Doom) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(doom)], {
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

async function sendUntilDoom({ url, smtpUrl, at, lines }: Doom): Promise<never> {
  const log = pino({ level: 'silent' });
  const post: BulkPost = {
    db: openDb(openPool(url, 3)),
    clock: { now: () => new Date(at) },
    log,
    openLine: linesOf({ smtpUrl, outboxDir: '/nowhere', log }),
    lines,
    from: async () => ({ name: 'Friends of the Waterberg', address: 'office@example.org' }),
    publicUrl: 'https://members.example.org',
    publicHost: 'members.example.org',
    unrecorded: [],
    isStopping: () => false,
  };
  for (;;) {
    await sendDue(post);
    await setTimeout(5);
  }
}

if (import.meta.main) await sendUntilDoom(JSON.parse(process.argv[2] ?? '') as Doom);
