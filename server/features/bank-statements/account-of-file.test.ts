import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { openTestApp } from '#test/support/app.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const statements = openStatements(app, (await naledi(app)).token);

/** A statement of one movement of this day of March. */
function statementOf(
  layout: 'absa' | 'fnb-history' | 'mt940' | 'ofx',
  day: string,
  number = '4055000017',
) {
  const movement = { day: `2026-03-${day}`, cents: 65_000, kind: 'CREDIT', text: 'INV-00042' };
  return writeStatement(layout, [movement], { number, openingCents: 1_000_000 });
}

async function importedInto(
  content: string,
  newAccount: { bank: 'Absa' | 'FNB'; number: string; name: string },
) {
  const { data } = await statements.upload(content);
  await statements.choose(data.id, { newAccount });
  await statements.run(data.id);
  return (await statements.read(data.id)).account?.id;
}

async function uploaded(content: string) {
  const { data } = await statements.upload(content);
  return statements.read(data.id);
}

test('a statement is of the account with its number, whatever zeros and spaces are in it', async () => {
  const number = '62000000101';
  const account = await importedInto(statementOf('fnb-history', '02', number), {
    bank: 'FNB',
    number,
    name: '',
  });
  const other = await uploaded(statementOf('ofx', '03', `00${number}`));
  assert.deepEqual([other.accountNumber, other.account?.id], [`00${number}`, account]);
  const spaced = await uploaded(statementOf('mt940', '04', '620 000-00101'));
  assert.equal(spaced.account?.id, account);
});

test('a statement without a number is of the only account of its bank, and names missing days at once', async () => {
  assert.equal((await uploaded(statementOf('absa', '01'))).account, null);
  const account = await importedInto(statementOf('absa', '02'), {
    bank: 'Absa',
    number: '4055000017',
    name: '',
  });
  const next = await uploaded(statementOf('absa', '20'));
  assert.deepEqual([next.accountNumber, next.account?.id], [null, account]);
  assert.ok(
    next.warnings.includes(bankTexts.gapBefore('2 Mar 2026', 10_650, 10_000)),
    next.warnings.join('\n'),
  );
  await importedInto(statementOf('absa', '03'), { bank: 'Absa', number: '4055000018', name: '' });
  assert.equal((await uploaded(statementOf('absa', '21'))).account, null);
});
