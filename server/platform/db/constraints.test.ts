import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { familyTypeName } from '#contract/member-types/endpoints.ts';
import { lastUsed } from '#test/support/assertions.ts';
import { mokoenaChildren, registered, typeId } from '#test/support/people.ts';
import { concurrently, failed, succeeded } from '#test/support/concurrent.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { db } = app;
const at = app.clock.now();

/** Runs SQL directly, without the application's checks. */
const run = (text: string, ...values: unknown[]) =>
  db.executeQuery({
    ...sql`select 1`.compile(db),
    sql: text,
    parameters: values,
  });

async function refuses(constraint: string | RegExp, text: string, ...values: unknown[]) {
  await assert.rejects(run(text, ...values), (error: Error & { constraint?: string }) => {
    const said = `${error.constraint ?? ''} ${error.message}`;
    assert.match(said, typeof constraint === 'string' ? new RegExp(`^${constraint} `) : constraint);
    return true;
  });
}

/** Inserts a copy of this row with some values changed. */
async function copy(table: string, id: string, changes: Record<string, unknown>) {
  const { rows } = await run(`SELECT * FROM ${table} WHERE id = $1`, id);
  const row = { ...(rows[0] as object), id: randomUUID(), ...changes };
  const written = await run(
    `SELECT string_agg(column_name, ', ') AS names FROM information_schema.columns
     WHERE table_name = $1 AND is_generated = 'NEVER'`,
    table,
  );
  const { names } = written.rows[0] as { names: string };
  await run(
    `INSERT INTO ${table} (${names})
     SELECT ${names} FROM jsonb_populate_record(NULL::${table}, $1)`,
    JSON.stringify(row),
  );
  return row.id;
}

/** Twenty at once: one wins, and the others are refused by this constraint. */
async function oneWins(constraint: string, attempt: (n: number) => Promise<unknown>) {
  const outcomes = await concurrently(20, attempt);
  assert.equal(succeeded(outcomes).length, 1);
  for (const error of failed(outcomes)) {
    assert.equal((error as Error & { constraint?: string }).constraint, constraint);
  }
}

const thandi = await registered(app, { email: 'thandi@constraints.org' });
const sipho = await registered(app, { email: 'sipho@constraints.org' });

test('invoice numbers and membership numbers are unique', async () => {
  await oneWins('invoices_number_key', () =>
    copy('invoices', thandi.invoiceId, { number: 9001, member_type_id: null }),
  );
  const members = await Promise.all(
    Array.from({ length: 20 }, (_, n) => registered(app, { email: `n${n}@constraints.org` })),
  );
  await oneWins('members_number_key', (n) =>
    run('UPDATE members SET number = 9001 WHERE id = $1', members[n]!.memberId),
  );
});

test('numbers are positive, and amounts are within the limits', async () => {
  for (const number of [0, -1]) {
    const values = [number, thandi.invoiceId];
    await refuses(
      'invoices_number_check',
      'UPDATE invoices SET number = $1 WHERE id = $2',
      ...values,
    );
    await refuses('members_number_check', 'UPDATE members SET number = $1', number);
  }
  for (const cents of [0, -1, 1_000_000_000]) {
    const change = copy('invoices', thandi.invoiceId, { number: 9100, amount_cents: cents });
    await assert.rejects(change, { constraint: 'invoices_amount_cents_check' });
  }
  await refuses('member_types_fee_cents_check', 'UPDATE member_types SET fee_cents = -1');
  await refuses('member_types_fee_cents_check', 'UPDATE member_types SET fee_cents = 1000000000');
  await refuses('payments_amount_cents_check', payment, randomUUID(), thandi.invoiceId, 0);
});

const payment = `INSERT INTO payments (id, invoice_id, amount_cents, counted_cents, paid_on,
    recorded_at, method, source)
  VALUES ($1, $2, $3, $3, '2027-03-10', now(), 'EFT', 'administrator')`;

test('one open membership invoice per member, and a second only when it is paid or void', async () => {
  const another = (number: number) => copy('invoices', sipho.invoiceId, { number });
  await assert.rejects(another(9200), { constraint: 'invoices_one_open_per_member' });
  const voiding = 'UPDATE invoices SET voided_at = $1, void_reason = $2 WHERE id = $3';
  await run(voiding, at, 'A mistake', sipho.invoiceId);
  await oneWins('invoices_one_open_per_member', (n) =>
    copy('invoices', sipho.invoiceId, { number: 9201 + n, voided_at: null, void_reason: null }),
  );
});

test('an invoice is paid by a payment of its own, and by no other', async () => {
  const other = await registered(app, { email: 'other@constraints.org' });
  const others = randomUUID();
  const pay = 'UPDATE invoices SET payment_id = $1, paid_cents = amount_cents WHERE id = $2';
  const foreign = 'invoices_paid_by';
  await run(payment.replace('$3, $3', '$3, 1'), others, other.invoiceId, 45_000);
  await refuses(foreign, pay, others, thandi.invoiceId);
  await refuses(foreign, pay, randomUUID(), thandi.invoiceId);
  await refuses('money_stays', 'DELETE FROM payments WHERE id = $1', others);
  const undo = `UPDATE payments SET reversed_at = $1, reversed_reason = 'x',
    reversed_by = (SELECT id FROM users LIMIT 1) WHERE id = $2`;
  await run(undo, at, others);
  await run(payment, randomUUID(), other.invoiceId, 45_000);
  await refuses('invoices_stay', 'DELETE FROM invoices WHERE id = $1', other.invoiceId);
  await refuses(/foreign key/, 'DELETE FROM members WHERE id = $1', other.memberId);
  const voiding = 'UPDATE invoices SET voided_at = $1, void_reason = $2 WHERE id = $3';
  await refuses('invoices_void_is_unpaid', voiding, at, 'Paid already', other.invoiceId);
  await refuses(/invoices_check/, voiding, at, null, thandi.invoiceId);
});

test('a payment reference of the provider is recorded once', async () => {
  await oneWins('payments_external_reference_key', () =>
    run(
      payment.replace('source)', 'source, external_reference)').replace(/\)$/, ", 'pf-1')"),
      randomUUID(),
      thandi.invoiceId,
      45_000,
    ),
  );
});

test('a membership invoice names a member', async () => {
  const nobody = copy('invoices', thandi.invoiceId, { number: 9300, member_id: null });
  await assert.rejects(nobody, /invoices_check/);
});

test('the three counters only increase, even with twenty concurrent writes', async () => {
  await run(`UPDATE counters SET last_used = 500 WHERE name = 'donation'`);
  await refuses(/can only rise/, `UPDATE counters SET last_used = 499 WHERE name = 'donation'`);
  await refuses(/can only rise/, `UPDATE counters SET last_used = 0`);
  await refuses('counters_name_check', `INSERT INTO counters (name) VALUES ('another')`);
  await concurrently(20, (n) =>
    run(`UPDATE counters SET last_used = $1 WHERE name = 'donation'`, 500 + ((n * 7) % 20)),
  );
  const { rows } = await run(`SELECT last_used FROM counters WHERE name = 'donation'`);
  assert.deepEqual(rows, [{ last_used: 519 }]);
  assert.ok((await lastUsed(app, 'invoice')) > 0);
});

test('a member has at most four relatives, even with twenty concurrent inserts', async () => {
  const { memberId } = await registered(app, {
    email: 'mokoena@constraints.org',
    memberTypeId: await typeId(app, familyTypeName),
    relatives: mokoenaChildren.slice(0, 3),
  });
  const sit = (seat: number) =>
    run(
      `INSERT INTO member_relatives VALUES ($1, $2, $3, 'Fifth', 'Mokoena', 'm@e.org', NULL, $4)`,
      randomUUID(),
      memberId,
      seat,
      at,
    );
  for (const seat of [0, 5]) {
    await assert.rejects(sit(seat), { constraint: 'member_relatives_seat_check' });
  }
  await oneWins('member_relatives_main_member_id_seat_key', () => sit(4));
});

test('a member’s email equals the email of the user and changes with it', async () => {
  const { memberId, userId } = thandi;
  const change = 'UPDATE members SET email = $1 WHERE id = $2';
  await refuses('members_user_id_email_fkey', change, 'drift@constraints.org', memberId);
  await run('UPDATE users SET email = $1 WHERE id = $2', 'married@constraints.org', userId);
  const { rows } = await run('SELECT email FROM members WHERE id = $1', memberId);
  assert.deepEqual(rows, [{ email: 'married@constraints.org' }]);
  await assert.rejects(copy('members', memberId, { number: null }), {
    constraint: 'members_user_id_key',
  });
  for (const email of ['Upper@constraints.org', ' space@constraints.org', '']) {
    await refuses('users_email_check', 'UPDATE users SET email = $1 WHERE id = $2', email, userId);
  }
  await oneWins('users_email_key', () => copy('users', userId, { email: 'same@constraints.org' }));
});

test('there is one company record', async () => {
  await assert.rejects(
    run('INSERT INTO company_info (id, created_at) VALUES ($1, $2)', randomUUID(), at),
    {
      constraint: 'company_info_is_the_only_one_key',
    },
  );
  await refuses(
    'company_info_is_the_only_one_check',
    'INSERT INTO company_info (id, created_at, is_the_only_one) VALUES ($1, $2, false)',
    randomUUID(),
    at,
  );
});

test('a status that was set by hand has an administrator and a time', async () => {
  const { memberId, userId } = thandi;
  await refuses(
    /members_check/,
    'UPDATE members SET status_set_by = $1 WHERE id = $2',
    userId,
    memberId,
  );
  await refuses(
    /members_check/,
    'UPDATE members SET status_set_at = $1 WHERE id = $2',
    at,
    memberId,
  );
});

test('a type and a status in use cannot be deleted', async () => {
  await refuses(/foreign key/, `DELETE FROM member_types WHERE name = 'Individual'`);
  await refuses(/foreign key/, `DELETE FROM member_statuses WHERE name = 'Pending'`);
  await refuses(
    'member_types_name_key',
    `UPDATE member_types SET name = 'INDIVIDUÁL' WHERE name = 'Student'`,
  );
});
