import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { checkBooks, failuresOf } from '#contract/books/endpoints.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import { post } from '#server/features/ledger/post.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);

const as = async () => ({ token: await tokenOf(app, adminId) });
const close = async (month: string, despiteFailures = false) =>
  callApi(app, contract.closeMonth, { body: { month, despiteFailures } }, await as());
const figures = async (period: string) =>
  (await callApi(app, contract.getFigures, { params: { period } }, await as())).data;
const moveCounter = (db: Kysely<Tables>) =>
  sql`UPDATE counters SET last_used = last_used + 1 WHERE name = 'invoice'`.execute(db);
/** An entry of a card fee needs a transaction of PayFast. */
async function caused(db: Kysely<Tables> = app.db): Promise<string> {
  const providerId = randomUUID();
  const at = app.clock.now();
  await db
    .insertInto('provider_transactions')
    .values({
      id: randomUUID(),
      provider_id: providerId,
      type: 'FUNDS_RECEIVED',
      happened_at: at,
      gross_cents: 0,
      fee_cents: 0,
      net_cents: 0,
      record_id: null,
      is_test: false,
      first_seen_at: at,
    })
    .execute();
  const hex = createHash('md5').update(`card fee ${providerId}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
/** A counter can only rise. */
const moveCounterBack = () =>
  app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    await sql`UPDATE counters SET last_used = last_used - 1 WHERE name = 'invoice'`.execute(db);
  });

app.clock.set('2027-03-20T09:00:00Z');
const bank = openMatching(app, (await as()).token);
const line = await bank.line('#SERVICE FEES', -8.5, '2027-03-10');
await bank.book(line, [{ kind: 'charge', amount: 8.5 }]);

test('books that were changed since the last check are not closed on it', async () => {
  app.clock.set('2027-04-02T09:00:00Z');
  const checked = await callApi(app, checkBooks, {}, await as());
  assert.deepEqual(failuresOf(checked.data.last?.results ?? []), []);
  await moveCounter(app.db);
  const { status, message } = await close('2027-03');
  assert.deepEqual(
    [status, message],
    [409, texts.booksFailed({ checks: ['Numbers'], proofs: [] })],
  );
  await moveCounterBack();
});

test('what is booked between the check and the closing is checked again', async () => {
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const booking = app.db.transaction().execute(async (db) => {
    await sql`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.closeMonth})`.execute(db);
    isHeld.resolve();
    await mayEnd.promise;
    const entry = { kind: 'card-fee', day: '2027-03-10', sourceId: await caused(db) } as const;
    await post({ db }, [
      {
        ...entry,
        postings: [
          [{ kind: 'cash' }, 1],
          [{ kind: 'fees' }, -1],
        ],
      },
    ]);
    await moveCounter(db);
  });
  await isHeld.promise;
  const closing = close('2027-03');
  await untilWaiting(app, 1);
  mayEnd.resolve();
  await booking;
  const { status, message } = await closing;
  assert.deepEqual(
    [status, message],
    [409, texts.booksFailed({ checks: ['Numbers'], proofs: [] })],
  );
  await moveCounterBack();
});

test('a month whose figures do not agree is closed only in spite of it, and its pack says so', async () => {
  // Money in the books that no statement and no record has.
  const entry = { kind: 'card-fee', day: '2027-03-10', sourceId: await caused() } as const;
  const postings = [
    [{ kind: 'bank' }, 100],
    [{ kind: 'fees' }, -100],
  ] as const;
  await post(app.ctx(), [{ ...entry, postings }]);
  const broken =
    'FNB 70000000001: the books and what is not booked differ from the statement by R1.00';
  const refused = await close('2027-03');
  assert.deepEqual(
    [refused.status, refused.message],
    [409, texts.booksFailed({ checks: [], proofs: [broken] })],
  );
  assert.equal((await figures('2027-03')).isClosed, false);
  assert.equal((await close('2027-03', true)).status, 200);
  const facts = (await figures('2027-03')).sections.at(-1)?.lines ?? [];
  assert.deepEqual(facts[1]?.detail, `these failed: ${broken}`);
  const { after } = await app.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'closeMonth')
    .executeTakeFirstOrThrow();
  assert.deepEqual(after, { despite: broken });
});

test('of several months, those before the one that does not agree are closed, and the message says so', async () => {
  app.clock.set('2027-06-02T09:00:00Z');
  // The difference of March is corrected in April, and another one is of May.
  for (const [day, cents] of [
    ['2027-04-10', -100],
    ['2027-05-10', 300],
  ] as const) {
    const entry = { kind: 'card-fee', day, sourceId: await caused() } as const;
    const postings = [
      [{ kind: 'bank' }, cents],
      [{ kind: 'fees' }, -cents],
    ] as const;
    await post(app.ctx(), [{ ...entry, postings }]);
  }
  const { status, message } = await close('2027-05');
  const broken =
    'FNB 70000000001: the books and what is not booked differ from the statement by R3.00';
  assert.deepEqual(
    [status, message],
    [409, texts.booksFailed({ checks: [], proofs: [broken] }, ['2027-04'])],
  );
  assert.match(message, /Only Apr 2027 is closed\./);
  assert.ok((await figures('2027-04')).isClosed);
  assert.equal((await figures('2027-05')).isClosed, false);
});
