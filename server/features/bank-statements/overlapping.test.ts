import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { openTestApp } from '#test/support/app.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const statements = openStatements(app, token);

interface Line {
  day: string;
  cents: number;
  text: string;
  /** `null`: the file has none. */
  fitid: string | null;
}

const capitec = (fitid: string | null, day = '2026-03-02'): Line => ({
  day,
  cents: 45_000,
  text: 'CAPITEC',
  fitid,
});

function ofx(account: string, lines: Line[]): string {
  const movements = lines.map(
    ({ day, cents, text, fitid }) =>
      `<STMTTRN>\n<DTPOSTED>${day.replaceAll('-', '')}\n<TRNAMT>${(cents / 100).toFixed(2)}\n<FITID>${fitid ?? ''}\n<MEMO>${text}\n</STMTTRN>\n`,
  );
  return `OFXHEADER:100\n\n<OFX>\n<BANKID>FNB\n<ACCTID>${account}\n${movements.join('')}</OFX>\n`;
}

let accounts = 63_000_000_000;
const newAccount = () => String((accounts += 1));

async function uploaded(account: string, content: string) {
  const { data } = await statements.upload(content, 'statement.ofx');
  if ((await statements.read(data.id)).account === null) {
    await statements.choose(data.id, { newAccount: { bank: 'FNB', number: account, name: '' } });
  }
  return data.id;
}

/** What the page says before the import, which must come true. */
async function imported(account: string, content: string): Promise<string> {
  const id = await uploaded(account, content);
  const expected = await statements.counts(id);
  await statements.run(id);
  assert.equal(await statements.counts(id), expected);
  return expected;
}

async function fitidsOf(account: string) {
  const lines = await app.db
    .selectFrom('bank_lines as l')
    .innerJoin('bank_accounts as a', 'a.id', 'l.account_id')
    .where('a.number', '=', account)
    .select(['l.bank_number', 'l.occurrence'])
    .orderBy('l.occurrence')
    .orderBy('l.bank_number')
    .execute();
  return lines.map(({ bank_number }) => bank_number ?? '');
}

for (const order of ['newest', 'oldest'] as const) {
  test(`a second equal payment of a day is new in a file with the ${order} first`, async () => {
    const account = newAccount();
    const inOrder = (lines: Line[]) => (order === 'newest' ? lines.toReversed() : lines);
    const [one, two, three] = [capitec('FITID-1'), capitec('FITID-2'), capitec('FITID-3')];
    assert.equal(await imported(account, ofx(account, [one])), 'new 1, known 0');
    assert.equal(await imported(account, ofx(account, inOrder([one, two]))), 'new 1, known 1');
    assert.equal(
      await imported(account, ofx(account, inOrder([one, two, three]))),
      'new 1, known 2',
    );
    assert.deepEqual(await fitidsOf(account), ['FITID-1', 'FITID-2', 'FITID-3']);
    const other = newAccount();
    assert.equal(
      await imported(other, ofx(other, inOrder([one, two, three]))),
      'new 3, known 0',
      'another account',
    );
  });
}

test('equal lines that are further apart than one step are compared all the same', async () => {
  const account = newAccount();
  await imported(account, ofx(account, [capitec('FITID-1')]));
  const between = Array.from({ length: 1500 }, (_, at) => ({
    ...capitec(`BETWEEN-${at}`),
    cents: 100 + at,
  }));
  const lines = [capitec('FITID-3'), capitec('FITID-2'), ...between, capitec('FITID-1')];
  assert.equal(await imported(account, ofx(account, lines)), 'new 1502, known 1');
  const numbers = (await fitidsOf(account)).filter((fitid) => fitid.startsWith('FITID'));
  assert.deepEqual(numbers.toSorted(), ['FITID-1', 'FITID-2', 'FITID-3']);
});

test('a file without numbers adds only what a file with numbers had not, and the other way round', async () => {
  const movements = ['A', 'B'].map(() => ({
    day: '2026-03-02',
    cents: 45_000,
    kind: '',
    text: 'CAPITEC',
  }));
  const csv = (account: string, count: number) =>
    writeStatement('fnb-history', movements.slice(0, count), {
      number: account,
      openingCents: 100_000,
    });
  const account = newAccount();
  await imported(account, ofx(account, [capitec('FITID-1')]));
  assert.equal(await imported(account, csv(account, 1)), 'new 0, known 1');
  assert.equal(await imported(account, csv(account, 2)), 'new 1, known 1');
  assert.equal(
    await imported(account, ofx(account, [capitec('FITID-2'), capitec('FITID-1')])),
    'new 0, known 2',
  );
  const other = newAccount();
  await imported(other, csv(other, 1));
  assert.equal(await imported(other, ofx(other, [capitec('FITID-1')])), 'new 0, known 1');
  assert.equal(
    await imported(other, ofx(other, [capitec('FITID-2'), capitec('FITID-1')])),
    'new 1, known 1',
  );
  assert.equal((await fitidsOf(other)).length, 2);
});

test('a line that lost an equal one before it with its statement is not taken for that one', async () => {
  const account = newAccount();
  const first = await uploaded(account, ofx(account, [capitec('FITID-1')]));
  await statements.run(first);
  await imported(account, ofx(account, [capitec('FITID-1'), capitec('FITID-2')]));
  // As if both had been in files without a common line.
  await app.db.deleteFrom('bank_lines').where('statement_id', '=', first).execute();
  assert.deepEqual(await fitidsOf(account), ['FITID-2']);
  const again = [capitec('FITID-2'), capitec('FITID-1')];
  assert.equal(await imported(account, ofx(account, again)), 'new 1, known 1');
  assert.deepEqual(await fitidsOf(account), ['FITID-1', 'FITID-2']);
});

test('a file that begins in the middle of a day says so if it may lack lines, and a whole day adds them', async () => {
  const account = newAccount();
  await imported(account, ofx(account, [capitec('FITID-2'), capitec('FITID-1')]));
  const cut = [capitec('LATER-1', '2026-03-03'), capitec('FITID-3'), capitec('FITID-2')];
  const id = await uploaded(account, ofx(account, cut));
  const { warnings } = await statements.read(id);
  assert.deepEqual(warnings, [bankTexts.firstDayCut(1, '2 Mar 2026')]);
  await statements.run(id);
  assert.equal(await statements.counts(id), 'new 1, known 2');
  const whole = await uploaded(account, ofx(account, [...cut, capitec('FITID-1')]));
  assert.deepEqual((await statements.read(whole)).warnings, []);
  await statements.run(whole);
  assert.deepEqual((await fitidsOf(account)).toSorted(), [
    'FITID-1',
    'FITID-2',
    'FITID-3',
    'LATER-1',
  ]);
  // Numbers of which none is here are others in each file.
  const renumbered = ['OTHER-1', 'OTHER-2', 'OTHER-3'].map((fitid) => capitec(fitid));
  const last = await uploaded(account, ofx(account, renumbered));
  assert.deepEqual((await statements.read(last)).warnings, []);
  assert.equal(await statements.counts(last), 'new 0, known 3');
});
