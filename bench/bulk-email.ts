/**
 * How fast bulk emails leave, as a ratio to a bare SMTP client with as many connections to the same
 * server in the same run: node bench/bulk-email.ts [recipients] [connections]. The memory
 * is sampled each second; `node bench/bulk-email.ts 200000 5 --ours` leaves the bare client out.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { createBulkEmail } from '#server/features/bulk-emails/change-bulk-email.ts';
import { readBulkEmail } from '#server/features/bulk-emails/queries.ts';
import { processBulkEmail } from '#server/features/bulk-emails/sending/process-bulk-email.ts';
import { sendDue } from '#server/features/bulk-emails/sending/send-due.ts';
import type { BulkSenderDeps } from '#server/features/bulk-emails/sending/bulk-sender-deps.ts';
import { allLists } from '#server/features/communication/communication-lists.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { connectionsTo } from '#server/platform/mail/open-transport.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import type { Context } from '#server/context.ts';
import { bareRate, ratePerSecond } from './bare/mail-client.ts';
import { startCounter } from './mail-counter.ts';
import { watchMemory } from './memory.ts';

const [recipients = 10_000, connections = 5] = process.argv.slice(2).map(Number);
const isOursOnly = process.argv.includes('--ours');
const content = `<h2>News</h2>${'<p>Dear {{FirstName}}, the rain came early this year and the river is full.</p>'.repeat(20)}`;
const log = pino({ level: 'silent' });
const from = { name: 'Friends of the Waterberg', address: 'office@example.org' };

async function ours(ctx: Context, deps: BulkSenderDeps, id: string) {
  await processBulkEmail(ctx, id);
  const watch = watchMemory();
  const begun = performance.now();
  while ((await readBulkEmail(ctx.db, id)).bulkEmailStatusName !== 'Complete') await sendDue(deps);
  return { rate: ratePerSecond(recipients, begun), memory: watch.stop() };
}

const dataDir = await mkdtemp(join(tmpdir(), 'membership-bench-'));
const counter = await startCounter();
const database = await startEmbeddedPostgres({ dataDir });
const pool = openPool(database.url);
try {
  await migrate(pool);
  const db = openDb(pool);
  const at = new Date();
  const ctx: Context = { db, queue: null as never, at, by: null };
  await addManyMembers({ db }, recipients, { lastName: 'Crowd', endsOn: '2027-12-31' });
  const [list] = await allLists(db);
  const draft = { communicationListId: list?.id ?? '', subject: 'News for {{FirstName}}', content };
  const { id } = await createBulkEmail(ctx, draft);
  const deps: BulkSenderDeps = {
    db,
    clock: { now: () => new Date() },
    log,
    openConnection: connectionsTo({ smtpUrl: counter.url, outboxDir: dataDir, log }),
    connections,
    from: async () => from,
    publicUrl: 'https://members.example.org',
    publicHost: 'members.example.org',
    unrecorded: [],
    isStopping: () => false,
  };
  process.stdout.write(`${recipients} recipients over ${connections} connections\n`);
  const oneMessage = {
    subject: 'News for Nr1',
    html: `${content}${' '.repeat(16_000)}`,
    text: content,
  };
  const bare = isOursOnly
    ? null
    : await bareRate(counter.url, { recipients, connections, message: oneMessage });
  const { rate: ourRate, memory } = await ours(ctx, deps, id);
  const email = await readBulkEmail(db, id);
  const { table, ...figures } = memory;
  process.stdout.write(`${table}\n`);
  process.stdout.write(
    `${JSON.stringify({
      recipients,
      lines: connections,
      sent: email.sentCount,
      ...(await counter.count()),
      ours: Math.round(ourRate),
      bare: bare === null ? null : Math.round(bare),
      ratio: bare === null ? null : Number((ourRate / bare).toFixed(2)),
      ...figures,
    })}\n`,
  );
} finally {
  await pool.end();
  await database.stop();
  await counter.stop();
  await rm(dataDir, { recursive: true, force: true });
}
