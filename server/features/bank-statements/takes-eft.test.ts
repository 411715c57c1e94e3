import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '#test/support/app.ts';
import { assertBooksAgree } from '#test/support/books/agree.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const statements = openStatements(app, token);

const imported = (number: string, day = '2027-03-02', openingCents = 10_000) => {
  const movements = [{ day, cents: 45_000, kind: '', text: 'GIFT' }];
  const account = { number, openingCents };
  const content = writeStatement('fnb-history', movements, account);
  return statements.imported(content, `${number}-${day}.csv`);
};
const takers = async () => {
  const rows = await app.db
    .selectFrom('bank_accounts')
    .select('number')
    .where('takes_eft', '=', true)
    .execute();
  return rows.map(({ number }) => number);
};

test('the first account takes EFT, unless its only statement is removed', async () => {
  const savings = await imported('70000000999');
  assert.deepEqual(await takers(), ['70000000999']);
  assert.equal((await statements.remove(savings)).status, 204);
  assert.deepEqual(await takers(), []);
  const cheque = await imported('70000000111');
  await imported('70000000999');
  assert.deepEqual(await takers(), ['70000000111']);
  assert.equal((await statements.remove(cheque)).status, 204);
});

test('an account that is in the books as another one does not take EFT later', async () => {
  const first = await imported('70000000222');
  await imported('70000000333');
  assert.deepEqual(await takers(), ['70000000222']);
  assert.equal((await statements.remove(first)).status, 204);
  await imported('70000000333', '2027-03-05', 55_000);
  assert.deepEqual(await takers(), []);
  await assertBooksAgree(app, ['2027-03']);
  await imported('70000000444');
  assert.deepEqual(await takers(), ['70000000444']);
  await assertBooksAgree(app, ['2027-03']);
});
