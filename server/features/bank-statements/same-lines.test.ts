import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { openTestApp } from '#test/support/app.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const statements = openStatements(app, (await naledi(app)).token);
const folder = new URL('../../../test/support/bank-statements/samples/', import.meta.url);

let numbers = 1_000_000_900;

/** Samples of one bank, as CSV and as OFX, of an account that no other test uses. */
async function pairOf(bank: 'capitec' | 'fnb', texts: Record<string, string> = {}) {
  const number = String((numbers += 1));
  const read = async (ending: string) => {
    const content = await readFile(new URL(`${bank}.${ending}`, folder), 'utf8');
    return content.replaceAll(/\b(1000000020|62000000017)\b/g, number);
  };
  let ofx = await read('ofx');
  for (const [from, to] of Object.entries(texts)) ofx = ofx.replaceAll(from, to);
  return { number, csv: await read('csv'), ofx };
}

async function stored(number: string) {
  const { rows } = await sql<{ line: string }>`
    SELECT concat(l.day, ' ', l.amount_cents) AS line
    FROM bank_lines AS l JOIN bank_accounts AS a ON a.id = l.account_id
    WHERE a.number = ${number}`.execute(app.db);
  return rows.map(({ line }) => line).toSorted();
}

async function textsOf(id: string) {
  const { sameLines } = await statements.read(id);
  return sameLines.map(({ text, textHere }) => `${text} = ${textHere}`);
}

const rowsOf = async (id: string) => (await statements.read(id)).sameLines.map(({ row }) => row);

test('an account of Capitec as CSV and as OFX has each line once, when a person has said so', async () => {
  const { number, csv, ofx } = await pairOf('capitec');
  await statements.imported(csv);
  const before = await stored(number);
  const id = await statements.ready(ofx, 'capitec.ofx');
  assert.deepEqual(
    [await statements.counts(id), (await statements.read(id)).sameRows, (await textsOf(id)).length],
    ['new 1, known 8', null, 8],
  );
  const refused = await statements.start(id);
  assert.deepEqual([refused.status, refused.message], [400, bankTexts.saySame]);
  assert.deepEqual(await stored(number), before);
  const rows = await rowsOf(id);
  await statements.choose(id, { sameRows: rows });
  await statements.run(id);
  assert.deepEqual(await stored(number), [...before, '2026-03-07 1234'].toSorted());
  const done = await statements.read(id);
  assert.deepEqual([done.newLines, done.knownLines, done.sameRows], [1, 8, rows]);
});

test('equal lines of a day stay as many as they are in one file', async () => {
  const { number, csv, ofx } = await pairOf('fnb', { '#CASH DEPOSIT FEE': 'BANK FEE' });
  await statements.imported(csv);
  const before = await stored(number);
  assert.equal(before.filter((line) => line === '2026-03-07 -850').length, 2);
  const id = await statements.ready(ofx, 'fnb.ofx');
  const fee = 'BANK FEE = #CASH DEPOSIT FEE';
  assert.deepEqual(await textsOf(id), [fee, fee]);
  await statements.choose(id, { sameRows: await rowsOf(id) });
  await statements.run(id);
  assert.deepEqual(await stored(number), before);
});

test('a payment that only one of the files has is imported, and so is one that a person says is another', async () => {
  const { number, csv, ofx } = await pairOf('fnb', {
    'MAGTAPE CREDIT CAPITEC   INV 41': 'CAPITEC INV 41',
  });
  // The same amount on the same day, before the line that is here.
  const another = (text: string) => `<STMTTRN>
<TRNTYPE>CREDIT
<DTPOSTED>20260302
<TRNAMT>450.00
<FITID>0039A4ED9309ABB7AB6379EACC0D81D9
<MEMO>${text}
</STMTTRN>
`;
  await statements.imported(csv);
  const before = await stored(number);
  const withAnother = ofx.replace('<STMTTRN>', `${another('JONES')}<STMTTRN>`);
  const id = await statements.ready(withAnother, 'fnb.ofx');
  const [reversal, invoice] = [
    'REV-CAPITEC INV 41 = REV-MAGTAPE CREDIT CAPITEC   INV 41',
    'CAPITEC INV 41 = MAGTAPE CREDIT CAPITEC   INV 41',
  ];
  assert.deepEqual(await textsOf(id), [reversal, invoice]);
  const rows = await rowsOf(id);
  await statements.choose(id, { sameRows: rows.slice(0, 1) });
  assert.equal(await statements.counts(id), 'new 2, known 10');
  await statements.choose(id, { sameRows: rows });
  assert.equal(await statements.counts(id), 'new 1, known 11');
  await statements.choose(id, { sameRows: rows.slice(0, 1) });
  await statements.run(id);
  const twice = ['2026-03-02 45000', '2026-03-02 45000'];
  assert.deepEqual(await stored(number), [...before, ...twice].toSorted());
});

test('a line is ticked only if the texts have a name or a reference in common, of which one may be cut off', async () => {
  const here = 'VAN LOTTERING 0041 2026';
  for (const [text, isUnlike] of [
    ['CASH DEP BRANCH 4711', true],
    ['EFT FROM BANKING CREDIT', true],
    ['VAN DER MERWE 2026', true],
    ['CASH 418', true],
    ['EFT PAYMENT MAGTA LOTTERIN', false],
    ['41 LOTT', false],
    ['CASH 00041', false],
  ] as const) {
    const { csv, ofx } = await pairOf('fnb', { 'MAGTAPE CREDIT CAPITEC   INV 41': text });
    await statements.imported(csv.replaceAll('MAGTAPE CREDIT CAPITEC   INV 41', here));
    const id = await statements.ready(ofx, 'fnb.ofx');
    const found = (await statements.read(id)).sameLines.find((each) => each.text === text);
    assert.deepEqual([found?.textHere, found?.isUnlike ?? false], [here, isUnlike], text);
  }
});

test('a line whose text names another invoice is proposed as another payment', async () => {
  const { csv, ofx } = await pairOf('fnb', {
    'MAGTAPE CREDIT CAPITEC   INV 41': 'INTERNET PMT FROM inv 171 LOTTER',
  });
  await statements.imported(csv);
  const id = await statements.ready(ofx, 'fnb.ofx');
  const { sameLines } = await statements.read(id);
  assert.deepEqual(
    sameLines.map(({ textHere, isUnlike }) => [textHere, isUnlike]),
    [
      ['REV-MAGTAPE CREDIT CAPITEC   INV 41', true],
      ['MAGTAPE CREDIT CAPITEC   INV 41', true],
    ],
  );
});

test('no line is missing if the lines here have changed since the answer', async () => {
  const { number, csv, ofx } = await pairOf('capitec');
  const first = await statements.imported(csv);
  const id = await statements.ready(ofx, 'capitec.ofx');
  await statements.choose(id, { sameRows: await rowsOf(id) });
  assert.equal((await statements.remove(first)).status, 204);
  await statements.run(id);
  assert.equal((await stored(number)).length, 9);
});

test('an answer counts only for lines that were shown', async () => {
  const { csv, ofx } = await pairOf('capitec');
  const id = await statements.ready(ofx, 'capitec.ofx');
  assert.deepEqual(await rowsOf(id), []);
  await statements.imported(csv);
  const { data } = await statements.choose(id, { sameRows: [31, 39, 47, 55, 63, 71, 79, 87] });
  assert.deepEqual([data.sameLines.length, data.sameRows], [8, null]);
});
