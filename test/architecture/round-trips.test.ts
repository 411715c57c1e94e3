import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { buildApp } from '#server/app.ts';
import { findSession } from '#server/features/auth/sessions.ts';
import {
  notificationDepsOf,
  processNotification,
} from '#server/features/payments/notifications/process-notification.ts';
import { openPool } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { notify, pledged, signed, toldOf } from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { openTestApp } from '#test/support/app.ts';
import { allCalls } from './calls/all-calls.ts';
import { openFixture } from './calls/fixture.ts';

const provider = await openProvider();
const whole = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
let statements: string[] = [];
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: openPool(whole.url, 1) }),
  log: ({ query }) => void statements.push(query.sql),
});
after(() => db.destroy());
const authenticate = (session: string, at: Date) => findSession(db, at, whole.secret, session);
const fastify = await buildApp({ ...whole, db, authenticate });
const app = { ...whole, db, fastify, authenticate };
const fixture = await openFixture(app);

/** Sends at most this many statements. */
async function assertRoundTrips(most: number, call: () => Promise<{ status: number }>) {
  statements = [];
  const { status } = await call();
  assert.ok(status < 300, String(status));
  const made = [...statements];
  assert.ok(made.length <= most, `${made.length} statements:\n${made.join('\n')}`);
}

const limited = allCalls(fixture).flatMap(({ name, prepare, statements: most }) =>
  most === undefined ? [] : [{ name, prepare, most }],
);

test('no limit is lost', () => assert.equal(limited.length, 13));

for (const { name, prepare, most } of limited) {
  test(`${name} sends few statements`, async () => {
    await assertRoundTrips(most, await prepare());
  });
}

for (const [kind, most] of [
  // Four of them post the fee: the lock, what PayFast says, what is posted, and the difference.
  ['donation', 21],
  ['subscription', 29],
] as const)
  test(`a notification is settled: ${kind}`, async () => {
    const id = kind === 'donation' ? await pledged(app) : (await fixture.someone()).invoiceId;
    await notify(app, kind, signed(toldOf(id)));
    const row = await app.db
      .selectFrom('card_notifications')
      .select('id')
      .where('record_id', '=', id)
      .executeTakeFirstOrThrow();
    await assertRoundTrips(most, async () => {
      await processNotification(notificationDepsOf(app), row.id);
      return { status: 200 };
    });
  });
