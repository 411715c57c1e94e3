import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { closeMonth, reopenMonth } from '#contract/month-end/endpoints.ts';
import { correctPayment, undoPayment } from '#contract/payments/admin-endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { settleInvoice } from '#test/support/books/settle.ts';
import { naledi, registered, tokenOf } from '#test/support/people.ts';
import { postOpenings } from './post-openings.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const matching = openMatching(app, token);

test('a payment that was recorded before the first statement and came with it is not in the balance at the beginning', async () => {
  const pay = async (email: string) => {
    const { invoiceId } = await registered(app, { email });
    const input = { invoiceId, source: 'administrator', paidOn: '2027-03-01' } as const;
    const { paymentId } = await settleInvoice(app.ctx(), { ...input, amountCents: 40_000 });
    return paymentId ?? '';
  };
  const later = await pay('later@example.org');
  await pay('before@example.org');
  // The balance before it is R10,000.00. It has the second payment, and not the first.
  const line = await matching.line('LATER', 400, '2027-03-02');
  const part = { kind: 'recorded', targetId: later, amount: 400 } as const;
  const { status, message } = await matching.book(line, [part]);
  assert.equal(status, 200, message);
  const balanceOn = async (day: string) => {
    const { rows } = await sql<{ cents: number }>`
      SELECT sum(l.cents)::bigint AS cents FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'bank' AND e.day <= ${day}`.execute(app.db);
    return rows[0]?.cents;
  };
  assert.equal(await balanceOn('2027-03-02'), 1_040_000, 'at once after the match');
  await postOpenings(app.ctx());
  assert.equal(await balanceOn('2027-03-02'), 1_040_000, 'a repeat posts nothing');
  const [match] = (await matching.read(line)).matches;
  await matching.undo(match?.id ?? '');
  assert.equal(await balanceOn('2027-03-01'), 1_000_000, 'without a line it is in the balance');
});

test('a payment of a day before the first statement is in the balance as soon as it is recorded, and out of it when undone', async () => {
  const { invoiceId } = await registered(app, { email: 'of-before@example.org' });
  const before = await balance();
  const input = { invoiceId, source: 'administrator', paidOn: '2027-02-20' } as const;
  const { paymentId } = await settleInvoice(app.ctx(), { ...input, amountCents: 45_000 });
  assert.equal(await balance(), before);
  await callApi(
    app,
    undoPayment,
    { params: { id: paymentId ?? '' }, body: { reason: 'x' } },
    {
      token,
    },
  );
  assert.equal(await balance(), before);
});

test('a payment of a day before the first statement that was cash is out of the balance at once', async () => {
  const { invoiceId } = await registered(app, { email: 'was-cash@example.org' });
  const before = await balance();
  const input = { invoiceId, source: 'administrator', paidOn: '2027-02-20' } as const;
  const { paymentId } = await settleInvoice(app.ctx(), { ...input, amountCents: 45_000 });
  const body = { paidOn: '2027-03-05', paidBy: 'Cash', reason: 'It was cash' } as const;
  const params = { id: paymentId ?? '' };
  assert.equal((await callApi(app, correctPayment, { params, body }, { token })).status, 200);
  assert.equal(await balance(), before);
});

async function balance(): Promise<number | undefined> {
  const { rows } = await sql<{ cents: number }>`
    SELECT sum(cents)::bigint AS cents FROM ledger_lines WHERE account = 'bank' AND of_id IS NULL`.execute(
    app.db,
  );
  return rows[0]?.cents;
}

test('payments of before that are matched at once bring each its own money', async () => {
  const day = '2027-03-01';
  const payments = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      const { invoiceId } = await registered(app, { email: `at-once-${n}@example.org` });
      const input = { invoiceId, source: 'administrator', paidOn: day } as const;
      const { paymentId } = await settleInvoice(app.ctx(), { ...input, amountCents: 40_000 });
      return paymentId ?? '';
    }),
  );
  const lines = await matching.imported(
    payments.map((_, n) => ({ text: `AT ONCE ${n}`, rand: 400, day: '2027-03-03' })),
  );
  const { account_id } = await app.db
    .selectFrom('bank_lines')
    .select('account_id')
    .where('id', '=', lines[0] ?? '')
    .executeTakeFirstOrThrow();
  const booked = await Promise.all(
    lines.map((line, n) =>
      matching.book(line, [{ kind: 'recorded', targetId: payments[n] ?? '', amount: 400 }]),
    ),
  );
  assert.deepEqual(
    booked.map(({ status }) => status),
    booked.map(() => 200),
  );
  const { rows } = await sql<{ of: string | null; cents: number }>`
    SELECT l.of_id AS of, sum(l.cents)::bigint AS cents
    FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
    WHERE l.account = 'bank' AND e.day <= '2027-03-02' GROUP BY 1`.execute(app.db);
  // R10,000.00 at the beginning, and what the statement brings later.
  assert.deepEqual(Object.fromEntries(rows.map(({ of, cents }) => [of ?? 'EFT', cents])), {
    EFT: 1_000_000,
    [account_id]: 1_000_000 + 240_000,
  });
});

test('a payment recorded while its month is open again is in the balance in that month, also after a late one', async () => {
  const late = await openTestApp();
  const { id } = await naledi(late);
  const as = async () => ({ token: await tokenOf(late, id) });
  late.clock.set('2027-03-29T08:00:00Z');
  await openMatching(late, (await as()).token).line('A GUEST', 450, '2027-03-28');
  const balanceOfMarch = async () => {
    const { rows } = await sql<{ cents: number }>`
      SELECT sum(l.cents)::bigint AS cents FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'bank' AND e.booked_on <= '2027-03-31'`.execute(late.db);
    return rows[0]?.cents;
  };
  const pay = async (email: string, paidOn = '2027-03-20') => {
    const { invoiceId } = await registered(late, { email });
    await settleInvoice(late.ctx(), { invoiceId, source: 'administrator', paidOn });
  };
  await pay('after@example.org', '2027-03-29');
  const balance = await balanceOfMarch();
  assert.equal(balance, 1_000_000 + 45_000);
  late.clock.set('2027-04-02T08:00:00Z');
  const body = { month: '2027-03', despiteFailures: true };
  const closing = await callApi(late, closeMonth, { body }, await as());
  assert.equal(closing.status, 200, closing.message);
  await pay('late@example.org');
  assert.equal(await balanceOfMarch(), balance);
  const again = { month: '2027-03', reason: 'A payment was forgotten' };
  assert.equal((await callApi(late, reopenMonth, { body: again }, await as())).status, 200);
  await pay('reopened@example.org');
  assert.equal(await balanceOfMarch(), balance);
});

test('what a match brought and its undo took back in a later month stays in the months between', async () => {
  const later = await openTestApp();
  const { id } = await naledi(later);
  const accounts = { made: 0 };
  const on = async (day: string) => {
    later.clock.set(`${day}T08:00:00Z`);
    const as = { token: await tokenOf(later, id) };
    return { as, bank: openMatching(later, as.token, accounts) };
  };
  const { bank: inJanuary } = await on('2027-01-25');
  await inJanuary.line('TAKES EFT', 1, '2027-01-10');
  const { invoiceId } = await registered(later, { email: 'between@example.org' });
  const input = { invoiceId, source: 'administrator', paidOn: '2027-01-20' } as const;
  const { paymentId = '' } = await settleInvoice(later.ctx(), input);
  const { as, bank } = await on('2027-02-10');
  const closing = { body: { month: '2027-01', despiteFailures: true } };
  assert.equal((await callApi(later, closeMonth, closing, as)).status, 200);
  const came = await bank.line('A SECOND ACCOUNT', 450, '2027-02-05');
  const part = { kind: 'recorded', targetId: paymentId, amount: 450 } as const;
  assert.equal((await bank.book(came, [part])).status, 200);
  const atTheEndOf = async (day: string) => {
    const { rows } = await sql<{ cents: number }>`
      SELECT sum(l.cents)::bigint AS cents FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
      WHERE l.account = 'bank' AND l.of_id IS NOT NULL AND e.booked_on <= ${day}`.execute(later.db);
    return rows[0]?.cents;
  };
  assert.equal(await atTheEndOf('2027-02-28'), 1_000_000 + 45_000);

  const { as: inMarch, bank: afterwards } = await on('2027-03-10');
  const february = { month: '2027-02', despiteFailures: true };
  assert.equal((await callApi(later, closeMonth, { body: february }, inMarch)).status, 200);
  const [match] = (await afterwards.read(came)).matches;
  assert.equal((await afterwards.undo(match?.id ?? '')).status, 200);
  const again = { body: { month: '2027-02', reason: 'A line was forgotten' } };
  assert.equal((await callApi(later, reopenMonth, again, inMarch)).status, 200);
  await postOpenings(later.ctx());
  assert.deepEqual(
    [await atTheEndOf('2027-02-28'), await atTheEndOf('2027-03-31')],
    [1_000_000 + 45_000, 1_000_000],
  );
});
