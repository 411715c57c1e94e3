import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { lastUsed } from '#test/support/assertions.ts';
import { naledi } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { runUntilCrash, type CrashOutcome } from '#test/support/crash-runner.ts';
import { numbersAfter } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';
import { finishRun } from './finish-run.ts';
import { sendRenewals } from './send-renewals.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
const by = { userId: adminId, role: 'Admin', sessionId: '', memberId: null };
app.clock.set('2027-12-01T08:00:00Z');
const at = app.clock.now().toISOString();
const fewestStatements = 20;
/** Starts about forty processes in sequence, which can be slow on a busy machine. */
const patient = { timeout: 300_000 };
let lastLock = 0;

/** Sends in a process that kills itself at this statement, and waits until the database notices. */
async function doom(selectedItems: string[], death: CrashOutcome): Promise<'killed' | 'completed'> {
  const lock = ++lastLock;
  const what = { sendRenewals: { by, selectedItems } };
  const end = await runUntilCrash({ url: app.url, at, death, lock, what });
  await app.db
    .transaction()
    .execute((held) => sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(held));
  return end;
}

async function countsOf(lastName: string) {
  const { rows } = await sql<Record<'members' | 'invoices' | 'mails', number>>`
    SELECT count(DISTINCT i.member_id) AS members, count(DISTINCT i.id) AS invoices,
      count(DISTINCT m.id) AS mails
    FROM invoices i
      LEFT JOIN mails m ON m.about ->> 'invoiceId' = i.id::text
    WHERE i.payer_last_name = ${lastName}`.execute(app.db);
  return rows[0]!;
}

/** More than one batch, so that some kills happen between batches. */
const people = 253;
const whole = { members: people, invoices: people, mails: people };

async function dieAt(death: CrashOutcome): Promise<'killed' | 'completed'> {
  const lastName = `Killed${String(death).toLowerCase()}x`;
  const ids = await addManyMembers(app, people, { lastName, endsOn: '2027-12-31' });
  const end = await doom(ids, death);
  const half = await countsOf(lastName);
  assert.ok([0, 250, people].includes(half.invoices), `killed at ${death}: ${half.invoices}`);
  for (const count of Object.values(half)) assert.equal(count, half.invoices);
  // A second request, and then the worker finishes the interrupted run.
  const { created } = await sendRenewals({ ...app.ctx(), by }, by, { selectedItems: ids });
  assert.equal(created, people - half.invoices);
  assert.deepEqual(await countsOf(lastName), whole, `pressed again after ${death}`);
  const unfinished = await app.db
    .selectFrom('renewal_runs')
    .select(['id', 'created'])
    .where('finished_at', 'is', null)
    .where(sql<boolean>`chosen @> ARRAY[${ids[0]}]::uuid[]`)
    .execute();
  for (const run of unfinished) {
    const finished = await finishRun(app.ctx(), run.id);
    assert.equal(finished?.created, half.invoices, 'only what it did before the kill');
  }
  assert.deepEqual(await countsOf(lastName), whole, `finished after ${death}`);
  return end;
}

test(
  'after a kill before any statement, a second request creates one invoice and one mail each, without a gap @full',
  patient,
  async () => {
    let next = 1;
    let completed = 0;
    const inTurn = async () => {
      while (completed === 0) {
        const death = next++;
        if ((await dieAt(death)) === 'completed') completed = death;
      }
    };
    await Promise.all([inTurn(), inTurn(), inTurn()]);
    for (const death of ['commitSent', 'commitAnswered'] as const) {
      assert.equal(await dieAt(death), 'killed');
    }
    assert.ok(completed > fewestStatements, `only ${completed - 1} statements were counted`);
    const rows = await app.db.selectFrom('invoices').select('number').orderBy('number').execute();
    const numbers = rows.map((row) => row.number);
    assert.deepEqual(numbers, numbersAfter(0, numbers.length), 'no number is used up');
    assert.equal(await lastUsed(app, 'invoice'), numbers.length);
  },
);

test('an interrupted run has a job in the queue that finishes it', async () => {
  const ids = await addManyMembers(app, 2, { lastName: 'Waiting', endsOn: '2027-12-31' });
  await doom(ids, 'commitAnswered');
  const { rows } = await sql<{ late: number; state: string }>`
    SELECT extract(epoch FROM start_after - created_on)::int AS late, state FROM pgboss.job
    WHERE name = 'finish-renewals' AND data ->> 'runId' IN (
      SELECT id::text FROM renewal_runs WHERE finished_at IS NULL)`.execute(app.db);
  assert.deepEqual(rows, [{ late: 30, state: 'created' }]);
});
