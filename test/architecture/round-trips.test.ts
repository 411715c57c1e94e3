import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { donate } from '#contract/donations/endpoints.ts';
import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { createMember } from '#contract/members/endpoints.ts';
import { recordMembershipPayment } from '#contract/payments/membership-payment.ts';
import { register } from '#contract/registration/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { findSession } from '#server/features/auth/sessions.ts';
import {
  notificationDepsOf,
  processNotification,
} from '#server/features/payments/notifications/process-notification.ts';
import { openPool } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { callApi } from '#test/support/call.ts';
import {
  donationTypeId,
  notify,
  pledged,
  signed,
  toldOf,
} from '#test/support/payfast/notifications.ts';
import { openProvider } from '#test/support/payfast/provider.ts';
import { naledi, registered, sibusisosForm, thandisForm } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const provider = await openProvider();
const whole = await openTestApp({ PAYFAST_VALIDATE_URL: provider.url });
const { token } = await naledi(whole);
let statements: string[] = [];
const db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: openPool(whole.url, 1) }),
  log: ({ query }) => void statements.push(query.sql),
});
after(() => db.destroy());
const authenticate = (session: string, at: Date) => findSession(db, at, whole.secret, session);
const fastify = await buildApp({ ...whole, db, authenticate });
const app = { ...whole, db, fastify, authenticate };
let people = 0;
const email = () => `round-${++people}@example.org`;

/** The command sends at most this many statements, the session's, BEGIN and COMMIT included. */
async function assertRoundTrips(most: number, call: () => Promise<{ status: number }>) {
  statements = [];
  const { status } = await call();
  assert.ok(status < 300, String(status));
  const made = [...statements];
  assert.ok(made.length <= most, `${made.length} statements:\n${made.join('\n')}`);
}
const key = () => ({ 'idempotency-key': email() });

test('entering a member', async () => {
  const body = await sibusisosForm(app, { email: email() });
  await assertRoundTrips(9, () => callApi(app, createMember, { body }, { token }));
});
test('entering a member with key', async () => {
  const body = await sibusisosForm(app, { email: email() });
  await assertRoundTrips(11, () => callApi(app, createMember, { body }, { token, headers: key() }));
});
test('registering by EFT', async () => {
  const body = await thandisForm(app, { email: email() });
  await assertRoundTrips(8, () => callApi(app, register, { body }));
});
test('registering by card', async () => {
  const body = await thandisForm(app, {
    email: email(),
    paymentType: 'Credit Card',
    consents: { news: true, appeals: true },
  });
  // Four of them are for the two consents, which wait.
  await assertRoundTrips(11, () => callApi(app, register, { body }));
});
test('a donation by EFT', async () => {
  const body = {
    firstName: 'A',
    lastName: 'B',
    email: email(),
    amount: 50,
    donationTypeId: await donationTypeId(app, 'EFT'),
  };
  await assertRoundTrips(6, () => callApi(app, donate, { body }));
});
test('a donation by card', async () => {
  const body = {
    firstName: 'A',
    lastName: 'B',
    email: email(),
    amount: 50,
    donationTypeId: await donationTypeId(app, 'Credit Card'),
  };
  await assertRoundTrips(4, () => callApi(app, donate, { body }));
});
test('a donation by admin', async () => {
  const body = {
    firstName: 'A',
    lastName: 'B',
    email: email(),
    amount: 50,
    donationTypeId: await donationTypeId(app, 'EFT'),
  };
  await assertRoundTrips(6, () => callApi(app, donate, { body }, { token }));
});
test('issuing an invoice', async () => {
  const body = {
    userFirstName: 'A',
    userLastName: 'B',
    userEmail: email(),
    line: 'Printing',
    amount: 50,
    paymentType: 'EFT' as const,
  };
  await assertRoundTrips(7, () => callApi(app, createInvoice, { body }, { token }));
});
test('processing the payment of a membership', async () => {
  const { invoiceId: id } = await registered(app, { email: email() });
  await assertRoundTrips(16, () =>
    callApi(app, processInvoicePayment, { params: { id }, body: {} }, { token }),
  );
});
test('recording the payment of a member with an open invoice', async () => {
  const { memberId: id } = await registered(app, { email: email() });
  const body = { paidUntil: null };
  await assertRoundTrips(26, () =>
    callApi(app, recordMembershipPayment, { params: { id }, body }, { token }),
  );
});
test('processing the payment of a donation', async () => {
  const id = await pledged(app);
  await assertRoundTrips(9, () =>
    callApi(app, processDonationPayment, { params: { id }, body: {} }, { token }),
  );
});
test('a notification is stored', async () => {
  const id = await pledged(app);
  await assertRoundTrips(4, async () => ({
    status: (await notify(app, 'donation', signed(toldOf(id)))).statusCode,
  }));
});
for (const [kind, most] of [
  ['donation', 16],
  ['subscription', 24],
] as const)
  test(`a notification is settled: ${kind}`, async () => {
    const id =
      kind === 'donation'
        ? await pledged(app)
        : (await registered(app, { email: email() })).invoiceId;
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
