import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { createSavedSearch } from '#contract/saved-searches/endpoints.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, proveNow, tokenOf } from '#test/support/people.ts';
import { seededDay } from '#test/support/seed-large.ts';
import { anyoneCalls, memberCalls, permissionCalls, staffCalls } from './access-table.ts';
import { assertEmpty } from './assert-none.ts';
import { allCalls } from './calls/all-calls.ts';
import { openFixture } from './calls/fixture.ts';
import { openMeasuredApp } from './growth/measured-app.ts';

/** Enough that each list has rows. */
const members = 100;

interface Sender {
  token: string;
  accept?: string;
}

/** All calls, prepared by an administrator, and sent by another person. */
async function openCalls() {
  const app = await openMeasuredApp(members);
  let sender: Sender | null = null;
  const inject = (options: { headers: Record<string, string> }) => {
    if (sender === null) return app.fastify.inject(options);
    const { token, accept = 'application/json' } = sender;
    const headers = { ...options.headers, authorization: `Bearer ${token}`, accept };
    return app.fastify.inject({ ...options, headers });
  };
  const fastify = Object.create(app.fastify, { inject: { value: inject } }) as FastifyInstance;
  const fixture = await openFixture({ ...app, fastify }, members / 2);
  const calls = allCalls(fixture).map((call) => ({
    ...call,
    line: `${call.endpoint.method} ${call.endpoint.path}`,
  }));

  async function sent(call: () => Promise<{ status: number; text: string }>, as: Sender) {
    sender = as;
    try {
      return await call();
    } catch {
      // A call that is several requests, of which an earlier one was refused.
      return { status: 403, text: '' };
    } finally {
      sender = null;
    }
  }
  return { app, fixture, calls, sent };
}

const permitted = Object.values(permissionCalls).flat();
/** The own account, and own saved searches. */
const isOwn = (line: string) =>
  line.includes('/saved-searches') ||
  (memberCalls.includes(line) && !permitted.includes(line)) ||
  (staffCalls.includes(line) && line.includes('/user/'));

/** What every call writes by itself; `list_changes` has the number of rows of other tables. */
const volatile = [
  'sessions',
  'security_events',
  'list_changes',
  'rate_counts',
  'sign_in_failures',
  'idempotency_keys',
];

/** Notes each row of another table that is added, changed or deleted. */
async function watchRows({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await sql`
    CREATE UNLOGGED TABLE changed_rows (name text);
    CREATE FUNCTION note_changed_row() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO changed_rows VALUES (tg_table_name);
      RETURN NULL;
    END $$`.execute(db);
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      AND relname <> ALL (${[...volatile, 'changed_rows']})`.execute(db);
  for (const { name } of tables) {
    await sql`CREATE TRIGGER note_changed_row AFTER INSERT OR UPDATE OR DELETE ON ${sql.table(name)}
      FOR EACH ROW EXECUTE FUNCTION note_changed_row()`.execute(db);
  }
}

/** The tables with rows that were changed since the last time. */
async function changedTables({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`DELETE FROM changed_rows RETURNING name`.execute(db);
  return [...new Set(rows.map(({ name }) => name))];
}

test('no call of an Auditor changes anything', async () => {
  const { app, fixture, calls, sent } = await openCalls();
  const { id } = await naledi(app, 'Auditor');
  await watchRows(app);
  let allowed = 0;
  for (const { line, name, prepare } of calls) {
    await proveNow(app, fixture.adminId);
    const call = await prepare();
    // A public call does not look at the token: an Auditor may donate as anybody may.
    if (anyoneCalls.includes(line) || isOwn(line)) {
      await call();
      continue;
    }
    const token = await tokenOf(app, id);
    await changedTables(app);
    const { status } = await sent(call, { token });
    assert.notEqual(status, 401, name);
    if (status < 300) allowed += 1;
    assert.deepEqual(await changedTables(app), [], `${name} (${status}) has changed something`);
    // Later calls may need what this one makes.
    if (status === 403) await call();
  }
  assert.ok(allowed > 60, String(allowed));
});

const marker = 7_654_321.09;
const markers = /7[ ,\u00a0\u202f]?654[ ,\u00a0\u202f]?321/;

/** An open and a paid invoice, a payment, a credit, a period and a search with this amount. */
async function plantMarker({ app, fixture }: Awaited<ReturnType<typeof openCalls>>) {
  const { as, member } = fixture;
  const invoice = {
    body: { line: 'A cap', amount: marker, paymentType: 'EFT', memberId: member.id },
  };
  const money = { payerName: 'Zola', amount: marker, method: 'EFT', paidOn: seededDay };
  const search = {
    list: 'invoices' as const,
    name: 'Large',
    isShared: true,
    search: { text: `R${marker}` },
  };
  const { data } = await callApi(app, createInvoice, invoice as never, as);
  for (const { status, text } of [
    await callApi(app, createInvoice, invoice as never, as),
    await callApi(app, processInvoicePayment, { params: { id: data.id } }, as),
    await callApi(app, recordMoney, { body: money }, as),
    await callApi(app, createSavedSearch, { body: search }, as),
  ]) {
    assert.ok(status < 300, text);
  }
  await app.db
    .updateTable('membership_periods')
    .set({ fee_cents: marker * 100 })
    .execute();
}

test('no reply to a Communications person has an amount of money', async () => {
  const opened = await openCalls();
  const { app, fixture, calls, sent } = opened;
  await plantMarker(opened);
  const { id } = await naledi(app, 'Communications');
  const treasurer = await naledi(app, 'Treasurer');
  const found: string[] = [];
  const seen = new Set<string>();
  for (const { line, name, prepare, endpoint } of calls) {
    await proveNow(app, fixture.adminId);
    const call = await prepare();
    // Everybody who has the id of an invoice may read its amount.
    if (anyoneCalls.includes(line)) {
      await call();
      continue;
    }
    let isRefused = false;
    for (const accept of endpoint.csv ? ['application/json', 'text/csv'] : ['application/json']) {
      const { status, text } = await sent(call, { token: await tokenOf(app, id), accept });
      isRefused ||= status === 403;
      if (markers.test(text)) found.push(`${name} (${accept})`);
      if (endpoint.readOnly !== true && endpoint.method !== 'GET') continue;
      const other = await sent(call, { token: treasurer.token, accept });
      if (markers.test(other.text)) seen.add(name);
    }
    if (isRefused) await call();
  }
  assertEmpty(found);
  assert.ok(seen.size > 8, `a Treasurer sees it in ${[...seen].join(', ')}`);
});
