import { after } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { findSession } from '#server/features/auth/sessions.ts';
import { compareMembers } from '#server/features/duplicates/compare-members.ts';
import { recountLists } from '#server/platform/db/lists/recount-lists.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { seedHistory } from '#test/support/seed-history.ts';
import { seededDay, seedLarge } from '#test/support/seed-large.ts';

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
  await sql`VACUUM ANALYZE members_to_compare, duplicate_pairs`.execute(db);
  await sql`VACUUM list_changes`.execute(db);
  await db.destroy();
}
