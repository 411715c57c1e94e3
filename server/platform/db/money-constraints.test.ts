import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { registered } from '#test/support/people.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { db } = app;
const { invoiceId } = await registered(app);
const donationId = await pledged(app);

/** Runs SQL directly, without the application's checks. */
const run = (text: string, ...values: unknown[]) =>
  db.executeQuery({ ...sql`select 1`.compile(db), sql: text, parameters: values });

const refuses = (constraint: string, text: string, ...values: unknown[]) =>
  assert.rejects(run(text, ...values), { constraint }, constraint);

/** Inserts a row of these columns. */
function insert(table: string, row: Record<string, unknown>) {
  const names = Object.keys(row);
  const places = names.map((_, n) => `$${n + 1}`);
  const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`;
  return run(text, ...Object.values(row));
}

const payment = (changes: Record<string, unknown>) => {
  const row = {
    id: randomUUID(),
    amount_cents: 45_000,
    paid_on: '2027-03-10',
    recorded_at: app.clock.now(),
    method: 'Credit Card',
    source: 'payfast',
    ...changes,
  };
  return insert('payments', row).then(() => row.id);
};

test('a payment belongs to exactly one invoice or donation', async () => {
  for (const columns of [{}, { invoice_id: invoiceId, donation_id: donationId }]) {
    await assert.rejects(payment(columns), { constraint: 'payments_one_record' });
  }
  await payment({ invoice_id: invoiceId });
  await payment({ donation_id: donationId });
  await assert.rejects(payment({ donation_id: invoiceId }), {
    constraint: 'payments_donation_id_fkey',
  });
  await assert.rejects(payment({ donation_id: donationId, method: 'Barter' }), {
    constraint: 'payments_method_check',
  });
});

test('a donation is received by a payment of its own, and by no other', async () => {
  const receive = 'UPDATE donations SET payment_id = $1, paid_cents = amount_cents WHERE id = $2';
  const foreign = 'donations_paid_by';
  const other = await payment({ donation_id: await pledged(app) });
  const invoices = await payment({ invoice_id: invoiceId });
  for (const wrong of [other, invoices, randomUUID()]) {
    await refuses(foreign, receive, wrong, donationId);
  }
  const { rows } = await run('SELECT amount_cents FROM donations WHERE id = $1', donationId);
  const [{ amount_cents } = { amount_cents: 0 }] = rows as { amount_cents: number }[];
  const own = await payment({ donation_id: donationId, amount_cents, counted_cents: amount_cents });
  const received = await run('SELECT payment_id FROM donations WHERE id = $1', donationId);
  assert.deepEqual(received.rows, [{ payment_id: own }]);
  await refuses('payments_donation_id_fkey', 'DELETE FROM donations WHERE id = $1', donationId);
  await refuses(
    'payments_stay',
    'UPDATE payments SET donation_id = NULL, invoice_id = $2 WHERE id = $1',
    own,
    invoiceId,
  );
});

test('a payment of the provider is recorded once, even with twenty concurrent inserts', async () => {
  const others = await Promise.all(Array.from({ length: 10 }, () => pledged(app)));
  const outcomes = await concurrently(20, (n) =>
    payment({
      external_reference: 'payfast:1089250',
      ...(n % 2 === 0 ? { invoice_id: invoiceId } : { donation_id: others[n >> 1] }),
    }),
  );
  assert.equal(succeeded(outcomes).length, 1);
  for (const error of failed(outcomes)) {
    assert.equal(
      (error as Error & { constraint?: string }).constraint,
      'payments_external_reference_key',
    );
  }
});

test('a donation has a unique number, a valid amount and an existing method', async () => {
  const set = (column: string) => `UPDATE donations SET ${column} = $1 WHERE id = $2`;
  const pending = await pledged(app);
  const { rows } = await run('SELECT number FROM donations WHERE id = $1', donationId);
  const [{ number } = { number: 0 }] = rows as { number: number }[];
  await refuses('donations_number_key', set('number'), number, pending);
  await refuses('donations_number_check', set('number'), 0, pending);
  for (const cents of [0, -1, 1_000_000_000]) {
    await refuses('donations_amount_cents_check', set('amount_cents'), cents, pending);
  }
  await refuses('donations_card_outcome_check', set('card_outcome'), 'paid', pending);
  await refuses('invoices_card_outcome_check', 'UPDATE invoices SET card_outcome = $1', 'complete');
  await refuses('donations_donation_type_id_fkey', set('donation_type_id'), randomUUID(), pending);
  await refuses(
    'donations_donation_type_id_fkey',
    `DELETE FROM donation_types WHERE name = 'Credit Card'`,
  );
  const type = { id: randomUUID(), name: 'Cash', place: 4 };
  await assert.rejects(insert('donation_types', type), {
    constraint: 'donation_types_place_key',
  });
});

const notification = (changes: Record<string, unknown>) =>
  insert('card_notifications', {
    id: randomUUID(),
    kind: 'donation',
    body: Buffer.from('a=b'),
    source_address: '127.0.0.1',
    is_signed: true,
    received_at: app.clock.now(),
    ...changes,
  });

test('a notification has a valid kind, at most 16 KB, and a verdict only with a time', async () => {
  const at = app.clock.now();
  await notification({ body: Buffer.alloc(16 * 1024) });
  await notification({ verdict: 'credit', judged_at: at });
  for (const [constraint, changes] of [
    ['card_notifications_body_check', { body: Buffer.alloc(16 * 1024 + 1) }],
    ['card_notifications_kind_check', { kind: 'renewal' }],
    ['card_notifications_verdict_check', { verdict: 'settle', judged_at: at }],
    ['card_notifications_check', { verdict: 'refused' }],
    ['card_notifications_check', { judged_at: at }],
  ] as const) {
    await assert.rejects(notification(changes), { constraint });
  }
});
