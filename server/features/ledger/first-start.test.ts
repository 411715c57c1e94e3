import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import { failuresOf } from '#contract/books/endpoints.ts';
import { evaluateBooks } from '#server/features/books/run-checks.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { completeLedger } from './complete-ledger.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
async function on(day: string) {
  app.clock.set(`${day}T08:00:00Z`);
  const token = await tokenOf(app, adminId);
  return { ...openMatching(app, token), as: { token } };
}

/** As an earlier version left it: lines of the bank, fees and the method of a refund are not posted. */
async function forgetWhatLinesSay(): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    const late = sql`(SELECT id FROM ledger_entries WHERE kind NOT IN (
      'received', 'carried', 'released', 'undone', 'refunded', 'kept', 'use-undone'))`;
    await sql`DELETE FROM ledger_lines WHERE entry_id IN ${late}`.execute(db);
    await sql`DELETE FROM ledger_entries WHERE id IN ${late}`.execute(db);
    await sql`UPDATE ledger_lines SET account = 'payfast' WHERE account = 'bank' AND entry_id IN (
      SELECT id FROM ledger_entries WHERE kind = 'refunded')`.execute(db);
    // The bank took a payment back: it was undone on its own day.
    await sql`INSERT INTO ledger_entries (day, booked_on, kind, source_id, record_kind, record_id, record_number)
      SELECT e.day, e.booked_on, 'undone', e.source_id, e.record_kind, e.record_id, e.record_number
      FROM ledger_entries AS e JOIN bank_matches AS m ON m.payment_id = e.source_id AND m.kind = 'reversal'`.execute(
      db,
    );
    await sql`INSERT INTO ledger_lines (entry_id, account, of_id, cents)
      SELECT u.id, l.account, l.of_id, -l.cents FROM ledger_entries AS u
      JOIN ledger_entries AS e ON e.source_id = u.source_id AND e.kind = 'received'
      JOIN ledger_lines AS l ON l.entry_id = e.id WHERE u.kind = 'undone'`.execute(db);
    await sql`UPDATE book_settings SET lines_posted_at = NULL`.execute(db);
  });
}

const balances = async () => {
  const { rows } = await sql<{ account: string; cents: number }>`
    SELECT account, sum(cents)::bigint AS cents FROM ledger_lines GROUP BY 1 HAVING sum(cents) <> 0 ORDER BY 1`.execute(
    app.db,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};

test('the first start after an update posts once what lines of the bank say, of closed months against Conversion', async () => {
  const office = await on('2027-02-20');
  const member = await office.owing('returned@example.org');
  const bank = await on('2027-03-05');
  const [old, came, went, payout, refund] = await bank.imported([
    { text: 'INTEREST', rand: 12, day: '2027-02-10' },
    { text: member.reference, rand: member.rand, day: '2027-03-01' },
    { text: 'REV', rand: -member.rand, day: '2027-03-03' },
    { text: 'PAYFAST', rand: 100, day: '2027-03-03' },
    { text: 'REFUND', rand: -50, day: '2027-03-04' },
  ]);
  const book = async (line: string | undefined, parts: Parameters<typeof bank.book>[1]) => {
    const { status, message } = await bank.book(line ?? '', parts);
    assert.equal(status, 200, message);
  };
  const amount = member.rand;
  await book(old, [{ kind: 'charge', amount: 12 }]);
  await book(came, [{ kind: 'invoice', recordId: member.invoiceId, amount, seenBalance: amount }]);
  const targetId = (await bank.read(came ?? '')).matches[0]?.paymentId ?? '';
  await book(went, [{ kind: 'reversal', targetId, amount, reason: 'Returned' }]);
  await book(payout, [{ kind: 'payout', amount: 100 }]);
  const money = {
    payerName: 'S N',
    amount: 50,
    paidOn: '2027-03-02',
    paidBy: 'Credit Card' as const,
  };
  const { data } = await callApi(app, credits.recordMoney, { body: money }, bank.as);
  const body = { amount: 50, refundedOn: '2027-03-04' };
  await callApi(app, credits.refundCredit, { params: { id: data.id }, body }, bank.as);
  const use = await app.db.selectFrom('credit_uses').select('id').executeTakeFirstOrThrow();
  await book(refund, [{ kind: 'refund', targetId: use.id, amount: 50 }]);
  const closed = await callApi(app, closeMonth, { body: { month: '2027-02' } }, bank.as);
  assert.equal(closed.status, 200, closed.message);
  const right = await balances();

  await forgetWhatLinesSay();
  await completeLedger(app.ctx());
  const { interest, conversion, ...others } = await balances();
  assert.deepEqual([interest, conversion], [undefined, -1200]);
  const { interest: _interest, ...expected } = right;
  assert.deepEqual(others, expected);
  await completeLedger(app.ctx());
  assert.deepEqual(await balances(), { ...others, conversion });
  const failures = failuresOf(await evaluateBooks(app.db, app.clock.now()));
  assert.deepEqual(
    failures.filter(({ name }) => name !== 'Closed months').map(({ name, rows }) => [name, rows]),
    [],
  );
  // What was booked before can still be undone.
  const [match] = (await bank.read(old ?? '')).matches;
  assert.equal((await bank.undo(match?.id ?? '')).status, 200);
  assert.equal((await balances())['conversion'], undefined);
});
