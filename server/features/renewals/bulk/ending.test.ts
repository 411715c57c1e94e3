import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { login } from '#contract/auth/endpoints.ts';
import {
  listRenewalRuns,
  renewalTexts,
  sendRenewals as endpoint,
} from '#contract/renewals/endpoints.ts';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { naledi } from '#test/support/people.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { until } from '#test/support/outage.ts';
import { freePort, startProgram } from '#test/support/program.ts';
import { openTestApp } from '#test/support/app.ts';
import { continueRun, finishRun } from './finish-run.ts';
import { sendRenewals } from './send-renewals.ts';

const app = await openTestApp();
const administrator = { email: 'admin@localhost', password: 'Secret123' };
/** Enough members for four transactions. */
const people = 900;

async function invoicesOf(lastName: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM invoices WHERE payer_last_name = ${lastName}`.execute(app.db);
  return rows[0]!.count;
}

/** Whether the port refuses connections. */
function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });
}

async function post(port: string, path: string, body: object, token = '') {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const { data, message } = (await reply.json()) as { data?: { token: string }; message?: string };
  return { status: reply.status, data, message };
}

test('a run stops between two transactions when the process shuts down, and is finished after the next start @full', async (t) => {
  const ids = await addManyMembers(app, people, { lastName: 'Ending', endsOn: '2027-12-31' });
  const settings = {
    DATABASE_URL: app.url,
    SESSION_SECRET: 'a secret of the tests, of more than 32 bytes',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    DATA_DIR: join(await temporaryFolder(t), 'data'),
    PORT: await freePort(),
    NOW: '2027-12-01T08:00:00Z',
  };
  const first = startProgram(t, settings);
  await first.running();
  const { data } = await post(settings.PORT, login.path, administrator);
  const token = data?.token ?? '';

  // Locks a member of the third transaction, so that it has to wait.
  const held = await app.db.startTransaction().execute();
  await held.selectFrom('members').select('id').where('id', '=', ids[600]!).forUpdate().execute();
  const all = { filters: { lastName: 'Ending' }, sendAll: true };
  const sending = post(settings.PORT, endpoint.path, all, token);
  await untilWaiting(app, 1);
  first.kill('SIGTERM');
  await until('the shutdown to begin', () => isRefused(Number(settings.PORT)));
  await held.commit().execute();
  const reply = await sending;
  assert.deepEqual([reply.status, reply.message], [503, renewalTexts.interrupted]);
  assert.equal(await first.exited, 0, first.said());
  assert.equal(await invoicesOf('Ending'), 750);

  await sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'finish-renewals'`.execute(
    app.db,
  );
  const second = startProgram(t, settings);
  await second.running();
  await until('the run to finish', async () => (await invoicesOf('Ending')) === people);
  const listing = await fetch(`http://127.0.0.1:${settings.PORT}/api${listRenewalRuns.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data: runs } = (await listing.json()) as { data: Record<string, unknown>[] };
  assert.deepEqual([runs.length, runs[0]?.['done'], runs[0]?.['created']], [1, people, people]);
  second.kill('SIGTERM');
  assert.equal(await second.exited, 0);
});

test('a worker that is shutting down starts no transaction and queues the run again', async () => {
  app.clock.set('2027-12-01T08:00:00Z');
  const [id = ''] = await addManyMembers(app, 1, { lastName: 'Later', endsOn: '2027-12-31' });
  const admin = await naledi(app);
  const by = { userId: admin.id, role: 'Admin', sessionId: '', memberId: null };
  const ended = AbortSignal.abort();
  const begun = sendRenewals({ ...app.ctx(), by }, by, { selectedItems: [id] }, ended);
  await assert.rejects(begun, { message: renewalTexts.interrupted });
  const { id: runId } = await app.db
    .selectFrom('renewal_runs')
    .select('id')
    .where('total', '=', 1)
    .executeTakeFirstOrThrow();
  await sql`DELETE FROM pgboss.job WHERE name = 'finish-renewals'`.execute(app.db);
  await continueRun(app.ctx(), runId, ended);
  const { rows } = await sql<{ data: object }>`
    SELECT data FROM pgboss.job WHERE name = 'finish-renewals'`.execute(app.db);
  assert.deepEqual(rows, [{ data: { runId } }]);
  assert.equal(await invoicesOf('Later'), 0);
  assert.deepEqual(await finishRun(app.ctx(), runId), { created: 1, skipped: [] });
  await continueRun(app.ctx(), runId, new AbortController().signal);
  assert.equal(await invoicesOf('Later'), 1);
});
