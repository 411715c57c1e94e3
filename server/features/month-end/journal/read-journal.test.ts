import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountKinds } from '#contract/month-end/accounts.ts';
import { dayOf } from '#contract/days.ts';
import { monthOf } from '#contract/month-end/periods.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { naledi } from '#test/support/people.ts';
import { readPeriod } from '../figures/read-period.ts';
import { programAccount, readJournal } from './read-journal.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const statements = openStatements(app, token);
const bank = openMatching(app, token);

test('further bank accounts with the same last four digits have different codes, which stay', async () => {
  const codes: string[][] = [];
  for (const number of ['62000000017', '63000004711', '64000004711', '65000004711']) {
    app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
    const day = dayOf(app.clock.now());
    const movement = { day, cents: -850, kind: '', text: `FEES ${number}` };
    const content = writeStatement('fnb-history', [movement], { number, openingCents: 10_000 });
    const statementId = await statements.imported(content, `${number}.csv`);
    const { id } = await app.db
      .selectFrom('bank_lines')
      .select('id')
      .where('statement_id', '=', statementId)
      .executeTakeFirstOrThrow();
    await bank.book(id, [{ kind: 'charge', amount: 8.5 }]);
    const { byMonth } = await readPeriod(app.ctx(), monthOf(day));
    const lines = await readJournal(app.db, byMonth);
    const banks = lines.filter(({ account, cents }) => account === 'bank' && cents === -850);
    codes.push(banks.map((line) => programAccount(line, accountKinds).code).toSorted());
  }
  const { code } = accountKinds.bank;
  assert.deepEqual(codes, [
    [code],
    [code, `${code}-4711`],
    [code, `${code}-4711`, `${code}-4711B`],
    [code, `${code}-4711`, `${code}-4711B`, `${code}-4711C`],
  ]);
});
