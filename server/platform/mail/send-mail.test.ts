import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { stopClock } from '#test/support/clock.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import type { Message } from './email-template.ts';
import { queueMail } from './queue-mail.ts';
import { sendDueMails } from './send-due-mails.ts';
import { sendMail, type MailDeps } from './send-mail.ts';
import type { Outcome, OutgoingMail } from './transport.ts';

const log = pino({ level: 'silent' });
const start = '2027-03-10T08:00:00.000Z';
const message: Message = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', attachments: [] };
const temporary: Outcome = { kind: 'temporary', answer: '451 later' };

const database = await makeTestDatabase();
const db = openDb(openPool(database.url, 25));
const queue = await startQueue(database.url, log);
after(async () => {
  await queue.stop();
  await db.destroy();
  await database.drop();
});

let clock = stopClock(start);
let sent: OutgoingMail[] = [];
let outcome: Outcome = { kind: 'sent' };

beforeEach(async () => {
  await db.deleteFrom('mails').execute();
  await sql`DELETE FROM pgboss.job`.execute(db);
  clock = stopClock(start);
  sent = [];
  outcome = { kind: 'sent' };
});

function deps(changes: Partial<MailDeps> = {}): MailDeps {
  return {
    db,
    queue,
    clock,
    log,
    transport: {
      async send(mail) {
        sent.push(mail);
        return outcome;
      },
      close() {},
    },
    write: async () => message,
    from: async () => ({ name: 'Office', address: 'office@example.org' }),
    publicHost: 'members.example.org',
    ...changes,
  };
}

const mail = { kind: 'reset', toEmail: 't@example.org', toName: 'Thandi', about: {}, secret: 'x' };
const queueOne = () => queueMail({ db, queue, at: clock.now(), by: null }, mail);
const rowOf = (id: string) =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function jobs(): Promise<{ data: { mailId: string }; seconds: number }[]> {
  const found = await sql<{ data: { mailId: string }; seconds: number }>`
    SELECT data, round(extract(epoch FROM start_after - created_on))::int AS seconds
    FROM pgboss.job WHERE name = 'send-mail' ORDER BY created_on`.execute(db);
  return found.rows;
}

function later(minutes: number): void {
  clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString());
}

test('a mail is queued in the transaction of its cause, or not at all', async () => {
  const abandoned = db.transaction().execute(async (inside) => {
    await queueMail({ db: inside, queue, at: clock.now(), by: null }, mail);
    throw new Error('the payment failed');
  });
  await assert.rejects(abandoned, /the payment failed/);
  assert.deepEqual(await db.selectFrom('mails').select('id').execute(), []);
  assert.deepEqual(await jobs(), []);
  const id = await queueOne();
  assert.deepEqual(
    (await jobs()).map(({ data }) => data.mailId),
    [id],
  );
});

test('a mail is sent once, and its secret is wiped', async () => {
  const id = await queueOne();
  await sendMail(deps(), id);
  await sendMail(deps(), id);
  assert.equal(sent.length, 1);
  assert.equal(sent[0]?.messageId, `${id}@members.example.org`);
  assert.deepEqual(sent[0]?.to, { name: 'Thandi', address: 't@example.org' });
  const row = await rowOf(id);
  assert.equal(row.subject, 'Hello');
  assert.equal(row.secret, null);
  assert.equal(row.next_attempt_at, null);
  assert.equal(row.sent_at?.toISOString(), start);
});

test('twenty concurrent workers send one message', async () => {
  const id = await queueOne();
  await Promise.all(Array.from({ length: 20 }, () => sendMail(deps(), id)));
  assert.equal(sent.length, 1);
  assert.equal((await rowOf(id)).attempts, 1);
});

test('the mail of a killed worker is sent after its lease expires', async () => {
  const id = await queueOne();
  const dying = deps({
    transport: { send: () => Promise.withResolvers<Outcome>().promise, close() {} },
  });
  void sendMail(dying, id);
  await waitUntil(async () => (await rowOf(id)).attempts === 1);
  later(9);
  assert.equal(await sendDueMails({ db, queue, at: clock.now() }), 0);
  later(1);
  assert.equal(await sendDueMails({ db, queue, at: clock.now() }), 1);
  await sendMail(deps(), id);
  assert.equal(sent.length, 1);
});

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('a temporary failure is retried later with the same Message-ID', async () => {
  const id = await queueOne();
  outcome = temporary;
  await sendMail(deps(), id);
  const row = await rowOf(id);
  assert.equal(row.server_answer, '451 later');
  assert.equal(row.next_attempt_at?.toISOString(), '2027-03-10T08:01:00.000Z');
  assert.equal(row.secret, 'x');
  assert.deepEqual(
    (await jobs()).map(({ seconds }) => seconds),
    [0, 61],
  );
  outcome = { kind: 'sent' };
  await sendMail(deps(), id);
  assert.equal(sent.length, 1, 'not before its time');
  later(1);
  await sendMail(deps(), id);
  assert.equal(sent[0]?.messageId, sent[1]?.messageId);
  assert.equal((await rowOf(id)).server_answer, null);
});

test('after two days a mail is shown as failed, with the server’s reply', async () => {
  const id = await queueOne();
  outcome = temporary;
  let row = await rowOf(id);
  while (row.next_attempt_at !== null) {
    clock.set(row.next_attempt_at.toISOString());
    await sendMail(deps(), id);
    row = await rowOf(id);
  }
  assert.equal(row.attempts, 12);
  assert.equal(row.failed_at?.toISOString(), clock.now().toISOString());
  assert.equal(row.server_answer, '451 later');
});

test('a permanent refusal fails at once', async () => {
  const id = await queueOne();
  outcome = { kind: 'permanent', answer: '550 no such person' };
  await sendMail(deps(), id);
  const row = await rowOf(id);
  assert.ok(row.failed_at && row.next_attempt_at === null);
  assert.equal(row.server_answer, '550 no such person');
});

test('a mail that cannot be rendered counts as a failed attempt', async () => {
  const id = await queueOne();
  const write = () => Promise.reject(new Error('no such invoice'));
  await sendMail(deps({ write }), id);
  const row = await rowOf(id);
  assert.equal(row.attempts, 1);
  assert.equal(row.next_attempt_at?.toISOString(), '2027-03-10T08:01:00.000Z');
});

test('a mail that crashes the process each time fails permanently', async () => {
  const id = await queueOne();
  await db.updateTable('mails').set({ attempts: 20 }).where('id', '=', id).execute();
  await sendMail(deps(), id);
  assert.equal(sent.length, 0);
  assert.ok((await rowOf(id)).failed_at);
});

test('a late failure does not undo another worker’s success', async () => {
  const id = await queueOne();
  const slow = Promise.withResolvers<Outcome>();
  const stuck = sendMail(deps({ transport: { send: () => slow.promise, close() {} } }), id);
  await waitUntil(async () => (await rowOf(id)).attempts === 1);
  later(10);
  await sendMail(deps(), id);
  slow.resolve({ kind: 'permanent', answer: '550 too late' });
  await stuck;
  const row = await rowOf(id);
  assert.ok(row.sent_at && row.failed_at === null && row.server_answer === null);
});

test('the sweep queues due mails again, but not sent or future ones', async () => {
  const gone = await queueOne();
  await sendMail(deps(), gone);
  outcome = temporary;
  const waiting = await queueOne();
  await sendMail(deps(), waiting);
  const due = await queueOne();
  await sql`DELETE FROM pgboss.job`.execute(db);
  await sendDueMails({ db, queue, at: clock.now() });
  assert.deepEqual(
    (await jobs()).map(({ data }) => data.mailId),
    [due],
  );
});

test('the sweep queues at low priority and skips mails that are already queued', async () => {
  await queueOne();
  await queueOne();
  await sql`DELETE FROM pgboss.job`.execute(db);
  const urgent = await queueOne();
  for (let n = 0; n < 3; n++) await sendDueMails({ db, queue, at: clock.now() });
  const { rows } = await sql<{ mail: string; priority: number }>`
    SELECT data ->> 'mailId' AS mail, priority FROM pgboss.job
    WHERE name = 'send-mail' ORDER BY priority`.execute(db);
  assert.deepEqual(
    rows.map(({ priority }) => priority),
    [-1, -1, 0],
  );
  assert.equal(rows[2]?.mail, urgent);
});
