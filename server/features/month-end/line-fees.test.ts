import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { closeMonth } from '#contract/month-end/endpoints.ts';
import { completeLedger } from '#server/features/ledger/complete-ledger.ts';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';

const app = await openTestApp();
const { id: adminId } = await naledi(app);
app.clock.set('2027-04-02T08:00:00Z');
const as = { token: await tokenOf(app, adminId) };
const bank = openMatching(app, as.token);
const statements = openStatements(app, as.token);

type Row = [day: string, rand: number, fee: number, balance: number];

/** A statement of a bank that has the fee of each line in the balance. The ids of its lines. */
async function imported(name: string, opening: string, rows: Row[], number = '1050000017') {
  const lines = rows.map(([day, rand, fee, balance]) => {
    const [year, month, date] = day.split('-');
    const fees = fee === 0 ? '' : fee.toFixed(2);
    const text = rand > 0 ? 'Cash Deposit' : 'Payment';
    return `${number},${date}/${month}/${year},${text},${name},${rand.toFixed(2)},${fees},${balance.toFixed(2)}`;
  });
  const head = 'Account,Date,Description,Reference,Amount,Fees,Balance';
  const content = `Balance brought forward:,${opening}\n\n${head}\n${lines.join('\n')}\n`;
  const id = await statements.imported(content, `${name}.csv`);
  const found = await app.db
    .selectFrom('bank_lines')
    .select('id')
    .where('statement_id', '=', id)
    .orderBy('row_number')
    .execute();
  return found.map((line) => line.id);
}

async function feesPosted(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(cents), 0)::bigint AS cents FROM ledger_lines WHERE account = 'charges'`.execute(
    app.db,
  );
  return rows[0]?.cents ?? 0;
}

/** By account, in cents. */
async function postedOf(sourceId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: number }>`
    SELECT l.account, sum(l.cents)::bigint AS cents
    FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
    WHERE e.source_id = ${sourceId} GROUP BY 1 HAVING sum(l.cents) <> 0 ORDER BY 1`.execute(app.db);
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

test('in the month of the first statement, the fees of lines that are not booked are part of what is not booked', async () => {
  const [first = '', second = ''] = await imported('FIRST', '1000.00', [
    ['2027-02-08', 300, -5.49, 1294.51],
    ['2027-02-09', -100, -2, 1192.51],
  ]);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
  await bank.book(first, [{ kind: 'credit', amount: 300, payerName: 'Nomsa Dlamini' }]);
  assert.equal(await feesPosted(), 549);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
  await bank.dismiss(second);
  assert.deepEqual(await postedOf(second), { bank: -10_200, charges: 200, elsewhere: 10_000 });
  await assertBooksAgree(app, ['2027-02', '2027-03']);
  const [third = ''] = await imported('SECOND', '1192.51', [['2027-03-08', 300, -5.49, 1487.02]]);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
  await bank.book(third, [{ kind: 'transfer', amount: 300 }]);
  assert.equal(await feesPosted(), 1298);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
});

test('fees of lines that were booked before a statement proved them are posted when it does', async () => {
  // Its only line has a fee, and the statement does not say with which balance it began.
  const [line = '', dismissed = ''] = await imported(
    'WITHOUT BALANCE',
    '500.00',
    [
      ['2027-02-08', 100, -3, 597],
      ['2027-02-09', 50, -1, 646],
    ],
    '1050000025',
  );
  const before = await feesPosted();
  await sql`UPDATE bank_statements SET opening_cents = NULL WHERE file_name = 'WITHOUT BALANCE.csv'`.execute(
    app.db,
  );
  await bank.book(line, [{ kind: 'transfer', amount: 100 }]);
  await bank.dismiss(dismissed);
  assert.equal(await feesPosted(), before, 'nothing proves the fee');
  await sql`UPDATE bank_statements SET opening_cents = 50000 WHERE file_name = 'WITHOUT BALANCE.csv'`.execute(
    app.db,
  );
  await imported('PROVES IT', '646.00', [['2027-03-08', 10, -1, 655]], '1050000025');
  assert.equal(await feesPosted(), before + 400);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
});

test('after an update, the fee of a line that was dismissed before is a charge, once, in the first open month', async () => {
  const [first = '', second = ''] = await imported(
    'BEFORE THE UPDATE',
    '300.00',
    [
      ['2027-02-10', -40, -2, 258],
      ['2027-03-10', 60, -3, 315],
    ],
    '1050000033',
  );
  await bank.dismiss(first);
  await bank.dismiss(second);
  // As an earlier version posted it.
  await app.db.transaction().execute(async (db) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    const entries = sql`(SELECT id FROM ledger_entries WHERE source_id IN (${first}, ${second}))`;
    await sql`UPDATE ledger_lines AS l SET cents = l.cents + c.cents FROM ledger_lines AS c
      WHERE l.account = 'elsewhere' AND c.account = 'charges' AND c.entry_id = l.entry_id AND l.entry_id IN ${entries}`.execute(
      db,
    );
    await sql`DELETE FROM ledger_lines WHERE account = 'charges' AND entry_id IN ${entries}`.execute(
      db,
    );
    await sql`UPDATE book_settings SET lines_posted_at = now()`.execute(db);
  });
  const body = { month: '2027-02', despiteFailures: true };
  const closed = await callApi(app, closeMonth, { body }, as);
  assert.equal(closed.status, 200, closed.message);
  const charged = await feesPosted();
  for (let start = 0; start < 2; start += 1) await completeLedger(app.ctx());
  assert.equal(await feesPosted(), charged + 500);
  assert.deepEqual(await postedOf(first), { bank: -4200, charges: 200, elsewhere: 4000 });
  const { rows } = await sql`
    SELECT e.booked_on, l.account, l.cents FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.source_id = ${first} AND e.booked_on > '2027-02-28' ORDER BY 2`.execute(app.db);
  assert.deepEqual(
    rows.map((row) => Object.values(row as object)),
    [
      ['2027-03-01', 'charges', 200],
      ['2027-03-01', 'elsewhere', -200],
    ],
  );
  await assertBooksAgree(app, ['2027-02', '2027-03']);
  // It can still be opened again.
  assert.equal((await bank.reopen(first)).status, 200);
  assert.deepEqual(await postedOf(first), {});
});

test('the fee of a line stays spent when the bank takes its money back', async () => {
  const before = await feesPosted();
  const [came = '', went = ''] = await imported(
    'TAKEN BACK',
    '1000.00',
    [
      ['2027-03-10', 300, -5.49, 1294.51],
      ['2027-03-12', -300, -2, 992.51],
    ],
    '1050000041',
  );
  await bank.book(came, [{ kind: 'credit', amount: 300, payerName: 'Nomsa Dlamini' }]);
  const targetId = (await bank.read(came)).matches[0]?.paymentId ?? '';
  const part = { kind: 'reversal', targetId, amount: 300, reason: 'Returned' } as const;
  assert.equal((await bank.book(went, [part])).status, 200);
  assert.equal((await bank.read(came)).state, 'matched');
  assert.equal(await feesPosted(), before + 749);
  await assertBooksAgree(app, ['2027-02', '2027-03']);
  const [reversal] = (await bank.read(went)).matches;
  assert.equal((await bank.undo(reversal?.id ?? '')).status, 200);
  assert.equal(await feesPosted(), before, 'both lines are open again');
  await assertBooksAgree(app, ['2027-02', '2027-03']);
});
