import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { startQueue } from '#server/platform/jobs/queue.ts';
import { stopClock } from '#test/support/clock.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { bringBack, takeAway } from '#test/support/outage.ts';
import type { Message } from './email-template.ts';
import { queueMail, queueMails } from './queue-mail.ts';
import { claimMail, extendLeases } from './claim-mail.ts';
import { startMailSender } from './mail-sender.ts';
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
const queueOne = () => queueMail({ db, at: clock.now() }, mail);
const rowOf = (id: string) =>
  db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** As one worker: what is due, one mail after the other. */
async function sendDue(given = deps()): Promise<void> {
  for (;;) {
    const claimed = await claimMail(given.db, given.clock.now());
    if (claimed === undefined) return;
    await sendMail(given, claimed);
  }
}

/** As if the process that holds leases had been killed 20 seconds ago. */
const endLeases = () => sql`UPDATE mails SET leased_until = now() - interval '1 ms'`.execute(db);

function later(minutes: number): void {
  clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString());
}

test('a mail is queued in the transaction of its cause, or not at all', async () => {
  const abandoned = db.transaction().execute(async (inside) => {
    await queueMail({ db: inside, at: clock.now() }, mail);
    throw new Error('the payment failed');
  });
  await assert.rejects(abandoned, /the payment failed/);
  assert.deepEqual(await db.selectFrom('mails').select('id').execute(), []);
});

test('a mail is sent once, and its secret is wiped', async () => {
  const id = await queueOne();
  await sendDue();
  await sendDue();
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
  await Promise.all(Array.from({ length: 20 }, () => sendDue()));
  assert.equal(sent.length, 1);
  assert.equal((await rowOf(id)).attempts, 1);
});

test('the mail of a killed worker is sent after its lease expires', async () => {
  const id = await queueOne();
  const dying = deps({
    transport: { send: () => Promise.withResolvers<Outcome>().promise, close() {} },
  });
  void sendDue(dying);
  await waitUntil(async () => (await rowOf(id)).attempts === 1);
  later(60);
  await sendDue();
  assert.equal(sent.length, 0);
  const { rows } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM leased_until - now())::int AS seconds FROM mails`.execute(db);
  assert.ok((rows[0]?.seconds ?? 60) <= 20);
  await endLeases();
  await sendDue();
  assert.equal(sent.length, 1);
});

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await setTimeout(5);
}

test('a temporary failure is retried later with the same Message-ID', async () => {
  const id = await queueOne();
  outcome = temporary;
  await sendDue();
  const row = await rowOf(id);
  assert.equal(row.server_answer, '451 later');
  assert.equal(row.next_attempt_at?.toISOString(), '2027-03-10T08:01:00.000Z');
  assert.equal(row.secret, 'x');
  outcome = { kind: 'sent' };
  await sendDue();
  assert.equal(sent.length, 1, 'not before its time');
  later(1);
  await sendDue();
  assert.equal(sent[0]?.messageId, sent[1]?.messageId);
  assert.equal((await rowOf(id)).server_answer, null);
});

test('after two days a mail is shown as failed, with the server’s reply', async () => {
  const id = await queueOne();
  outcome = temporary;
  let row = await rowOf(id);
  while (row.next_attempt_at !== null) {
    clock.set(row.next_attempt_at.toISOString());
    await sendDue();
    row = await rowOf(id);
  }
  assert.equal(row.attempts, 12);
  assert.equal(row.failed_at?.toISOString(), clock.now().toISOString());
  assert.equal(row.server_answer, '451 later');
});

test('a mail that waited for days before its first attempt is retried as any other', async () => {
  const id = await queueOne();
  outcome = temporary;
  later(4 * 24 * 60);
  await sendDue();
  assert.ok((await rowOf(id)).next_attempt_at);
});

test('a permanent refusal fails at once', async () => {
  const id = await queueOne();
  outcome = { kind: 'permanent', answer: '550 no such person' };
  await sendDue();
  const row = await rowOf(id);
  assert.ok(row.failed_at && row.next_attempt_at === null);
  assert.equal(row.server_answer, '550 no such person');
});

test('a mail that cannot be rendered counts as a failed attempt', async () => {
  const id = await queueOne();
  const write = () => Promise.reject(new Error('no such invoice'));
  await sendDue(deps({ write }));
  const row = await rowOf(id);
  assert.equal(row.attempts, 1);
  assert.equal(row.next_attempt_at?.toISOString(), '2027-03-10T08:01:00.000Z');
});

test('an outdated mail is deleted, unless an earlier attempt may have sent it', async () => {
  const outdated = deps({ write: async () => null });
  await queueOne();
  await sendDue(outdated);
  assert.equal((await db.selectFrom('mails').selectAll().execute()).length, 0);
  const id = await queueOne();
  const killed = Promise.withResolvers<Outcome>().promise;
  void sendDue(deps({ transport: { send: () => killed, close() {} } }));
  await waitUntil(async () => (await rowOf(id)).attempts === 1);
  await endLeases();
  await sendDue(outdated);
  const row = await rowOf(id);
  assert.ok(row.cancelled_at && row.next_attempt_at === null && row.secret === null);
});

test('a mail that crashes the process each time fails permanently', async () => {
  const id = await queueOne();
  await db.updateTable('mails').set({ attempts: 20 }).where('id', '=', id).execute();
  await sendDue();
  assert.equal(sent.length, 0);
  assert.ok((await rowOf(id)).failed_at);
});

test('a late failure does not undo another worker’s success', async () => {
  const id = await queueOne();
  const slow = Promise.withResolvers<Outcome>();
  const stuck = sendDue(deps({ transport: { send: () => slow.promise, close() {} } }));
  await waitUntil(async () => (await rowOf(id)).attempts === 1);
  await endLeases();
  await sendDue();
  slow.resolve({ kind: 'permanent', answer: '550 too late' });
  await stuck;
  const row = await rowOf(id);
  assert.ok(row.sent_at && row.failed_at === null && row.server_answer === null);
});

test('single mails go before batches, and the oldest first', async () => {
  const ctx = () => ({ db, queue, at: clock.now(), by: null });
  const to = (name: string) => ({ ...mail, toEmail: `${name}@example.org` });
  await queueMails(ctx(), [to('batch1')]);
  later(1);
  await queueMails(ctx(), [to('batch2')]);
  await queueMail(ctx(), to('single1'));
  later(1);
  await queueMail(ctx(), to('single2'));
  await sendDue();
  assert.deepEqual(
    sent.map(({ to: { address } }) => address.split('@')[0]),
    ['single1', 'single2', 'batch1', 'batch2'],
  );
});

test('four senders send each of forty mails once, a batch and single mails', async (t) => {
  const ctx = { db, queue, at: clock.now(), by: null };
  const senders = Array.from({ length: 4 }, () => startMailSender(deps()));
  t.after(() => Promise.all(senders.map((sender) => sender.stop())));
  const ids = await queueMails(
    ctx,
    Array.from({ length: 20 }, () => mail),
  );
  for (let n = 0; n < 20; n += 1) {
    ids.push(await queueMail(ctx, mail));
  }
  await waitUntil(async () => {
    const left = await db
      .selectFrom('mails')
      .select('id')
      .where('sent_at', 'is', null)
      .limit(1)
      .execute();
    return left.length === 0;
  });
  assert.equal(sent.length, 40);
  assert.deepEqual(
    new Set(sent.map(({ messageId }) => messageId)),
    new Set(ids.map((id) => `${id}@members.example.org`)),
  );
});

test('a mail that hangs does not hold up the others, and its lease is extended', async (t) => {
  const hanging = Promise.withResolvers<Outcome>();
  const transport: MailDeps['transport'] = {
    send(given) {
      sent.push(given);
      return sent.length === 1 ? hanging.promise : Promise.resolve({ kind: 'sent' });
    },
    close() {},
  };
  const id = await queueOne();
  const sender = startMailSender(deps({ transport }), { lookEveryMs: 50, extendEveryMs: 50 });
  t.after(() => sender.stop());
  await waitUntil(async () => sent.length === 1);
  await endLeases();
  await waitUntil(async () => {
    const { rows } = await sql`SELECT FROM mails WHERE leased_until > now()`.execute(db);
    return rows.length === 1;
  });
  for (let n = 0; n < 10; n += 1) await queueOne();
  await waitUntil(async () => sent.length === 11);
  hanging.resolve({ kind: 'sent' });
  await waitUntil(async () => (await rowOf(id)).sent_at !== null);
  assert.equal(sent.length, 11);
});

test('a result that cannot be recorded at once is recorded when the database answers', async () => {
  const id = await queueOne();
  const claimed = await claimMail(db, clock.now());
  assert.ok(claimed);
  let failures = 0;
  const flaky: MailDeps = {
    ...deps(),
    get db() {
      failures += 1;
      if (failures === 1) throw Object.assign(new Error('gone'), { code: '57P01' });
      return db;
    },
  };
  await sendMail(flaky, claimed);
  assert.equal(failures, 2);
  assert.equal(sent.length, 1);
  assert.ok((await rowOf(id)).sent_at);
});

/** Takes the database away until all leases have ended. */
async function absence(during: () => void): Promise<void> {
  await sql`UPDATE mails SET leased_until = now() + interval '200 ms'`.execute(db);
  await takeAway(database.url);
  during();
  let failures = 0;
  await waitUntil(async () => {
    await sql`SELECT 1`.execute(db).catch(() => (failures += 1));
    return failures > 50;
  });
  await bringBack(database.url);
}

/** A sender whose messages take until `result` is resolved. */
function startSlowSender(result: Promise<Outcome>) {
  const transport: MailDeps['transport'] = {
    send(given) {
      sent.push(given);
      return result;
    },
    close() {},
  };
  return startMailSender(deps({ transport }), { lookEveryMs: 20, takeOverAfterMs: 5000 });
}

const countSent = async () =>
  (await db.selectFrom('mails').select('id').where('sent_at', 'is not', null).execute()).length;

test('after an absence of the database, another worker does not send what was sent before it', async (t) => {
  const result = Promise.withResolvers<Outcome>();
  await queueOne();
  const one = startSlowSender(result.promise);
  await waitUntil(async () => sent.length === 1);
  const other = startSlowSender(result.promise);
  t.after(() => Promise.all([one.stop(), other.stop()]));
  await absence(() => result.resolve({ kind: 'sent' }));
  await waitUntil(async () => (await countSent()) === 1);
  assert.equal(sent.length, 1);
});

test('nor does one that was busy during the absence, and took no mail', async (t) => {
  const [slow, quick] = [Promise.withResolvers<Outcome>(), Promise.withResolvers<Outcome>()];
  const most = 5;
  const queueAll = () => Promise.all(Array.from({ length: most }, queueOne));
  await queueAll();
  const one = startSlowSender(slow.promise);
  await waitUntil(async () => sent.length === most);
  await queueAll();
  const other = startSlowSender(quick.promise);
  t.after(() => Promise.all([one.stop(), other.stop()]));
  await waitUntil(async () => sent.length === 2 * most);
  await absence(() => quick.resolve({ kind: 'sent' }));
  await waitUntil(async () => (await countSent()) === most);
  await queueOne();
  await waitUntil(async () => (await countSent()) === most + 1);
  assert.equal(sent.length, 2 * most + 1);
  slow.resolve({ kind: 'sent' });
  await waitUntil(async () => (await countSent()) === 2 * most + 1);
  assert.equal(sent.length, 2 * most + 1);
});

async function slowCommits(): Promise<void> {
  await sql`
    CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END'`.execute(db);
  await sql`
    CREATE CONSTRAINT TRIGGER wait_at_commit AFTER UPDATE ON mails DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`.execute(db);
}

const quickCommits = () => sql`DROP FUNCTION wait_at_commit CASCADE`.execute(db);

test('a mail whose claim took as long as a lease is not sent, and costs no attempt', async (t) => {
  await slowCommits();
  const id = await queueOne();
  const sender = startMailSender(deps(), { lookEveryMs: 20, longestCallMs: 300 });
  t.after(() => sender.stop());
  await setTimeout(2000);
  assert.equal(sent.length, 0);

  await quickCommits();
  await waitUntil(async () => (await countSent()) === 1);
  assert.equal((await rowOf(id)).attempts, 1);
  assert.equal(sent.length, 1);
});

test('a mail whose result waits to be recorded does not hold up the leases of others', async () => {
  const ids = await Promise.all([queueOne(), queueOne()]);
  await Promise.all(ids.map(() => claimMail(db, clock.now())));
  await endLeases();
  await db.transaction().execute(async (recording) => {
    await recording
      .updateTable('mails')
      .set({ subject: 'Sent' })
      .where('id', '=', ids[0])
      .execute();
    await extendLeases(db, ids);
  });
  const { rows } = await sql`SELECT id FROM mails WHERE leased_until > now()`.execute(db);
  assert.deepEqual(rows, [{ id: ids[1] }]);
});

test('a worker that has just started takes over from no other one at first', async (t) => {
  await queueOne();
  await claimMail(db, clock.now());
  await endLeases();
  const sender = startMailSender(deps(), { lookEveryMs: 20, takeOverAfterMs: 1000 });
  t.after(() => sender.stop());
  await setTimeout(500);
  assert.equal(sent.length, 0);
  await waitUntil(async () => (await countSent()) === 1);
});

test('a worker whose results took long to record takes over from no other one', async (t) => {
  const result = Promise.withResolvers<Outcome>();
  const own = await queueOne();
  // Longer than a pause that a busy machine makes between two steps of this test.
  const pace = { lookEveryMs: 20, longestCallMs: 300, takeOverAfterMs: 3000 };
  const sender = startMailSender(
    deps({ transport: { send: () => result.promise, close() {} } }),
    pace,
  );
  t.after(() => sender.stop());
  await waitUntil(async () => (await rowOf(own)).attempts === 1);
  await setTimeout(3100);
  // Another worker has sent it, and cannot record that yet.
  const theirs = await queueMail({ db, at: new Date('2027-03-11') }, mail);
  await slowCommits();
  result.resolve({ kind: 'sent' });
  await setTimeout(100);
  await db
    .updateTable('mails')
    .set({
      next_attempt_at: clock.now(),
      attempts: 1,
      leased_until: sql`now() - interval '1 ms'`,
    })
    .where('id', '=', theirs)
    .execute();
  await quickCommits();
  await setTimeout(200);
  assert.equal((await rowOf(theirs)).attempts, 1);
  await waitUntil(async () => (await countSent()) === 2);
});
