import { randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { sql } from 'kysely';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { buildApp } from '#server/app.ts';
import { startClock } from '#server/clock.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { findSession } from '#server/features/auth/sessions.ts';
import { compareMembers } from '#server/features/duplicates/compare-members.ts';
import { sealEntries } from '#server/features/seals/seal-entries.ts';
import { recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { callApi, type CallOptions } from '#test/support/call.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { seedHistory } from '#test/support/seed-history.ts';
import { seededDay, seedLarge } from '#test/support/seed-large.ts';
import { openAuditFixture } from '../audited/fixture.ts';

/** The application on a large database. It uses one connection, so that its reads can be counted. */
export async function openMeasuredApp(count: number) {
  const provider = await openProvider();
  const whole = await openTestApp({
    PAYFAST_VALIDATE_URL: provider.url,
    PAYFAST_API_URL: 'http://127.0.0.1:9',
  });
  await seed(whole.url, count);
  whole.clock.set(`${seededDay}T08:00:00Z`);
  const db = openDb(openPool(whole.url, 1));
  const authenticate: AppDeps['authenticate'] = (token, at) =>
    findSession(db, at, whole.secret, token);
  const fastify = await buildApp({ ...whole, db, authenticate });
  after(async () => {
    await fastify.close();
    await db.destroy();
  });
  const { clock, queue } = whole;
  const ctx = () => ({ db, queue, at: clock.now(), by: null });
  return { ...whole, db, fastify, authenticate, ctx };
}

/** On its own connection: its reads are all counted when it is closed. */
async function seed(url: string, count: number): Promise<void> {
  const db = openDb(openPool(url, 1));
  await seedLarge(db, count);
  await seedHistory(db, count);
  await recountLists({ db });
  await compareMembers({ db });
  await sealEntries({ db, clock: startClock(new Date(`${seededDay}T08:00:00Z`)) });
  await sql`VACUUM ANALYZE members_to_compare, duplicate_pairs, entries_to_seal, sealed_entries,
    seal_salts, seals`.execute(db);
  await sql`VACUUM list_changes`.execute(db);
  await db.destroy();
}

/** Records of the seeded database, and an administrator. */
export async function openGrowthFixture(app: TestApp) {
  const { id: adminId, token } = await naledi(app);
  const member = await app.db
    .selectFrom('members')
    .innerJoin('member_statuses', 'member_statuses.id', 'member_status_id')
    .where('members.number', '>', 500)
    .where('archived_at', 'is', null)
    .where('member_statuses.name', '=', 'Active')
    .orderBy('members.number')
    .select(['members.id', 'user_id as userId', 'email', 'number'])
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('users')
    .set({ email_proved_at: app.clock.now() })
    .where('id', '=', member.userId)
    .execute();
  const invoice = await app.db
    .selectFrom('invoices')
    .where('member_id', '=', member.id)
    .select(['id', 'number'])
    .executeTakeFirstOrThrow();
  const donation = await app.db
    .selectFrom('donations')
    .where('number', '=', 512)
    .select(['id', 'email'])
    .executeTakeFirstOrThrow();
  const own = { token: await tokenOf(app, member.userId) };
  /** A call that needs no preparation, by the administrator unless another caller is passed. */
  function direct<E extends EndpointShape>(
    endpoint: E,
    input: InputOf<E>,
    options: CallOptions = { token },
  ): GrowthCall {
    return async () => () => callApi(app, endpoint, input, options);
  }
  return { ...openAuditFixture(app, token), adminId, member, own, invoice, donation, direct };
}

export type GrowthFixture = Awaited<ReturnType<typeof openGrowthFixture>>;

export interface Reply {
  status: number;
  text: string;
}

/** Prepares a call and returns it. Only the call is measured. */
export type GrowthCall = () => Promise<() => Promise<Reply>>;

/** By the name of the endpoint in the contract. A word after a colon tells several calls apart. */
export type GrowthCalls = Record<string, GrowthCall>;

/** An address that no other record has. */
export const newEmail = () => `new-${randomUUID()}@example.org`;
