import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { after } from 'node:test';
import { sql } from 'kysely';
import { queueMail } from '../mail/queue-mail.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { MailTransport } from '../mail/transport.ts';
import { openLog } from '../log.ts';
import { until } from '../testing/outage.ts';
import { openTestSite } from '../testing/site.ts';
import { postOf } from '../workers.ts';
import { startQueue, type Queue } from './queue.ts';

const site = await openTestSite();
const log = openLog('silent');

/** Another process's share of the work, as far as the queue can tell. */
async function another(): Promise<Queue> {
  const queue = await startQueue(site.url, log);
  after(() => queue.stop());
  return queue;
}

async function statesOf(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM pgboss.job WHERE name = ${name} ORDER BY created_on`.execute(site.db);
  return rows.map((row) => row.state);
}

test('what is asked for in a transaction is asked for when it commits, or never', async () => {
  const ask = (email: string, fails: boolean) =>
    site.db.transaction().execute(async (db) => {
      await site.queue.enqueue(db, 'mail-reset-link', { email });
      if (fails) throw new Error('no');
    });
  await assert.rejects(ask('lost@example.org', true), /no/);
  assert.deepEqual(await statesOf('mail-reset-link'), []);
  await ask('kept@example.org', false);
  assert.deepEqual(await statesOf('mail-reset-link'), ['created']);
  const done: string[] = [];
  await site.queue.work('mail-reset-link', async ({ email }) => void done.push(email));
  await until('the job', () => done.length > 0);
  assert.deepEqual(done, ['kept@example.org']);
});

test('four workers at once send each of forty mails once', async () => {
  const sent: string[] = [];
  const transport: MailTransport = {
    async send({ messageId }) {
      sent.push(messageId);
      await new Promise(setImmediate);
      return { kind: 'sent' };
    },
    close() {},
  };
  const message = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', attachments: [] };
  const post = { ...postOf(site, transport), write: () => Promise.resolve(message) };
  const queues = [site.queue, await another(), await another(), await another()];
  for (const queue of queues) await queue.work('send-mail', ({ mailId }) => sendMail(post, mailId));
  const ids = [];
  for (let n = 0; n < 40; n += 1) {
    const mail = { kind: 'test', toEmail: `person-${n}@example.org`, about: {} };
    const id = await queueMail(site.work(), mail);
    // Asked for again by the sweep of each minute, and by whoever else.
    for (const queue of queues) await queue.enqueue(site.db, 'send-mail', { mailId: id });
    ids.push(id);
  }
  await until('every job to be done', async () =>
    (await statesOf('send-mail')).every((state) => state === 'completed'),
  );
  assert.equal(sent.length, 40);
  assert.deepEqual(new Set(sent), new Set(ids.map((id) => `${id}@localhost`)));
});

test('a job that fails is tried again, and the log says so without its data', async () => {
  const lines: string[] = [];
  const queue = await startQueue(site.url, openLog('info', { write: (line) => lines.push(line) }));
  let attempts = 0;
  await queue.work('forget-old', () => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
  });
  await queue.enqueue(site.db, 'forget-old', {});
  await until('the second attempt', () => attempts === 2);
  await queue.stop();
  const failures = lines.filter((line) => line.includes('a job failed'));
  assert.equal(failures.length, 1);
  assert.match(failures[0] ?? '', /"job":"forget-old"/);
});

const stuck = `
  const { startQueue } = await import(${JSON.stringify(import.meta.resolve('./queue.ts'))});
  const { openLog } = await import(${JSON.stringify(import.meta.resolve('../log.ts'))});
  const queue = await startQueue(process.argv[1], openLog('silent'));
  await queue.work('send-due-mails', () => new Promise(() => console.log('at work')));
`;

test('the job of a worker that was killed is done by another @full', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', stuck, site.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  await site.queue.enqueue(site.db, 'send-due-mails', {});
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual(await statesOf('send-due-mails'), ['active']);
  // As if ten seconds had passed without a sign of life.
  await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '10 seconds'
            WHERE name = 'send-due-mails'`.execute(site.db);
  let done = 0;
  await site.queue.work('send-due-mails', async () => void (done += 1));
  await until('another worker', () => done > 0);
  assert.equal(done, 1);
});

test('stopping waits for what is being done', async () => {
  const queue = await startQueue(site.url, log);
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  await queue.work('forget-old', async () => {
    begun.resolve();
    await mayEnd.promise;
    order.push('done');
  });
  await queue.enqueue(site.db, 'forget-old', {});
  await begun.promise;
  const stopping = queue.stop().then(() => order.push('stopped'));
  mayEnd.resolve();
  await stopping;
  assert.deepEqual(order, ['done', 'stopped']);
});
