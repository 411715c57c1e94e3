/**
 * How fast queued mail leaves the application over SMTP, and how quickly a list of members answers
 * meanwhile: node bench/own-mail.ts [mails] [reminder | invoice]
 */
import { sql } from 'kysely';
import pino from 'pino';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { openOffice, type Office } from './office.ts';
import { startCounter } from './mail-counter.ts';

const kinds = {
  reminder: { table: 'membership_periods', key: 'periodId' },
  invoice: { table: 'invoices', key: 'invoiceId' },
} as const;

const [mails = '20000', kindName = 'reminder'] = process.argv.slice(2);
const kind = kindName === 'invoice' ? 'invoice' : 'reminder';
const most = Number(mails);
/** As many as the daily run queues in one transaction. */
const batch = 500;

const counter = await startCounter();
const office = await openOffice(most, { PROCESS: 'all', SMTP_URL: counter.url });
try {
  const start = performance.now();
  const queued = await queueAll(office);
  const queuedAfter = performance.now() - start;
  const reading = readList(office);
  let arrived = 0;
  let quietSince = performance.now();
  // Mails that are out of date are not sent, so the end is when no more arrive.
  while (arrived < queued && performance.now() - quietSince < 15_000) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const sent = await countSent(office);
    if (sent > arrived) quietSince = performance.now();
    arrived = sent;
  }
  const seconds = (quietSince - start) / 1000;
  const waits = await reading.stop();
  const at = (share: number) => waits[Math.floor(waits.length * share)]?.toFixed(0) ?? 'no';
  console.log(
    `${queued} ${kind} mails queued in ${(queuedAfter / 1000).toFixed(1)} s; ${arrived} arrived in ${seconds.toFixed(1)} s: ${(arrived / seconds).toFixed(0)} a second`,
  );
  console.log(`${waits.length} list pages meanwhile: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`);
  console.log(await counter.count());
} finally {
  await office.close();
  await counter.stop();
}

async function queueAll({ db, databaseUrl }: Office): Promise<number> {
  const queue = await startQueue(databaseUrl, pino({ level: 'silent' }));
  const { table, key } = kinds[kind];
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ${sql.table(table)} ORDER BY id DESC LIMIT ${most}`.execute(db);
  for (let from = 0; from < rows.length; from += batch) {
    const some = rows.slice(from, from + batch);
    await db.transaction().execute((inside) =>
      queueMails(
        { db: inside, queue, at: new Date(), by: null },
        some.map(({ id }, place) => ({
          kind,
          toEmail: `nr${from + place}@example.org`,
          about: { [key]: id },
        })),
      ),
    );
  }
  await queue.stop();
  return rows.length;
}

/** Without the reminders of the daily run, which has its first run at the same time. */
async function countSent({ db }: Office): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .where('to_email', 'like', 'nr%')
    .where('sent_at', 'is not', null)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One reader, twenty pages a second at most: milliseconds of each. */
function readList({ port, token }: Office) {
  const waits: number[] = [];
  const stopping = new AbortController();
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const start = performance.now();
      const reply = await fetch(`http://127.0.0.1:${port}/api/members/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ pageSize: 20 }),
      });
      await reply.arrayBuffer();
      if (!reply.ok) throw new Error(`the list answered ${reply.status}`);
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  return {
    async stop(): Promise<number[]> {
      stopping.abort();
      await ended;
      return waits.toSorted((one, other) => one - other);
    },
  };
}
