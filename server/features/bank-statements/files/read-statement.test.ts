import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { workbookOf, rowsOf } from '#test/support/imports/spreadsheets.ts';
import {
  type Movement,
  writableLayouts,
  writeStatement,
} from '#test/support/bank-statements/write-statement.ts';
import type { BankMapping } from '#contract/bank-statements/endpoints.ts';
import { readStatement } from './read-statement.ts';

const folder = new URL('../../../../test/support/bank-statements/samples/', import.meta.url);
const names = (await readdir(folder)).filter((name) => name !== 'expected.csv').toSorted();
const sample = (name: string) => readFile(new URL(name, folder));
const expected = parse<Record<'file' | 'date' | 'amount', string>>(await sample('expected.csv'), {
  columns: true,
});

async function read(file: Buffer | string, mapping?: BankMapping) {
  const result = await readStatement(Buffer.from(file), mapping);
  assert.equal(result.outcome, 'read', JSON.stringify(result));
  assert.ok(result.outcome === 'read');
  return result.statement;
}

async function refusal(file: Buffer | string, mapping?: BankMapping): Promise<string> {
  const result = await readStatement(Buffer.from(file), mapping);
  assert.equal(result.outcome, 'bad', JSON.stringify(result));
  return result.outcome === 'bad' ? result.sentence : '';
}

for (const name of names) {
  test(`${name} is read as it is known to be`, async () => {
    const { lines } = await read(await sample(name));
    assert.deepEqual(
      lines.map(({ day, amountCents }) => `${day} ${(amountCents / 100).toFixed(2)}`),
      expected
        .filter(({ file, amount }) => file === name && Number(amount) !== 0)
        .map(({ date, amount }) => `${date} ${amount}`),
    );
  });
}

test('each sample is known by its layout and its account, and its balance is checked', async () => {
  const facts = await Promise.all(
    names.map(async (name) => {
      const { layout, accountNumber, balance, warnings } = await read(await sample(name));
      return `${name}: ${layout}, ${accountNumber}, ${balance}, ${warnings.length}`;
    }),
  );
  assert.deepEqual(facts, [
    'absa.csv: absa, null, lines, 0',
    'bankzero-history.csv: bank-zero-history, null, lines, 0',
    'bankzero.csv: bank-zero, null, lines, 0',
    'capitec-business.csv: capitec-business, 1050000017, lines, 0',
    'capitec-older.csv: capitec-older, 1000000043, lines, 0',
    'capitec.csv: capitec, 1000000020, lines, 0',
    'capitec.ofx: ofx, 1000000020, none, 0',
    'discovery-newer.csv: discovery-newer, null, none, 0',
    'discovery.csv: discovery, null, none, 0',
    'fnb-business.csv: fnb-business, 62000000025, lines, 0',
    'fnb-emailed.csv: fnb-emailed, 62000000033, lines, 0',
    'fnb.csv: fnb-history, 62000000017, lines, 0',
    'fnb.ofx: ofx, 62000000017, none, 0',
    'investec-sheet.csv: investec-sheet, 10000000050, none, 0',
    'investec.csv: investec, 10000000035, lines, 0',
    'nedbank.csv: nedbank, 1000000016, lines, 1',
    'nedbank.mt940: mt940, 1000000016, sum, 0',
    'nedbank.ofx: ofx, 1000000016, none, 0',
    'standardbank-business.csv: standard-bank-business, 10000000027, lines, 0',
    'standardbank-older.csv: standard-bank-older, 10000000035, sum, 0',
    'standardbank.csv: standard-bank, 10000000019, sum, 0',
    'standardbank.ofx: ofx, 10000000019, none, 0',
    'tymebank.csv: tymebank, null, lines, 0',
  ]);
});

test('a payment and its reversal of one day leave the balance that the order of the bank says', async () => {
  const day = '2026-03-02';
  const kind = 'MAGTAPE CREDIT';
  const movements = [
    { day, cents: 45_000, kind, text: 'INV 41' },
    { day, cents: -45_000, kind, text: 'REV INV 41' },
  ];
  for (const layout of ['fnb-history', 'absa'] as const) {
    const { openingCents, closingCents, balance } = await read(writeStatement(layout, movements));
    assert.deepEqual(
      [layout, openingCents, closingCents, balance],
      [layout, 1_200_000, 1_200_000, 'lines'],
    );
  }
});

test('a file is called by a bank only if it is written as that bank writes', async () => {
  const fileOf = (day: string) =>
    `Date,Description,Amount,Balance\n${day},J SMITH,450.00,1450.00\n`;
  const absa = await read(Buffer.from(fileOf('20260302')));
  assert.deepEqual([absa.bank, absa.layout], ['Absa', 'absa']);
  const plain = await read(Buffer.from(fileOf('2026-03-02')));
  assert.deepEqual([plain.bank, plain.layout, plain.lines.length], [null, 'plain', 1]);
});

test('texts, references, fees and numbers of the bank are kept', async () => {
  const business = await read(await sample('capitec-business.csv'));
  assert.equal(business.lines[0]?.text, 'Inward EFT Credit ABSA BANK INV-00042 J SMITH');
  assert.equal(business.lines[0]?.reference, 'ABSA BANK INV-00042 J SMITH');
  const fnb = await read(await sample('fnb-business.csv'));
  assert.equal(fnb.lines[2]?.text, 'FNB APP PAYMENT FROM MEMBERSHIP MOKOENA');
  assert.equal(fnb.lines[3]?.feeCents, -850);
  const ofx = await read(await sample('nedbank.ofx'));
  assert.equal(ofx.lines[4]?.text, "O'BRIEN & CO INV 46");
  assert.equal(ofx.lines[4]?.bankNumber, 'A1B2C3D8');
  const standard = await read(await sample('standardbank-business.csv'));
  assert.equal(standard.lines[0]?.reference, 'INV00042 J SMITH');
});

test('rows that are no movements are left out and counted', async () => {
  const skippedOf = async (name: string) => (await read(await sample(name))).skipped;
  assert.deepEqual(await skippedOf('absa.csv'), { zero: 1 });
  assert.deepEqual(await skippedOf('discovery.csv'), { zero: 1, pending: 1 });
  assert.deepEqual(await skippedOf('capitec-business.csv'), { total: 1 });
  assert.deepEqual(await skippedOf('nedbank.csv'), { balance: 2, noAmount: 1, zero: 1 });
  assert.deepEqual(await skippedOf('standardbank-business.csv'), { balance: 2, pending: 1 });
  const repeated = `${String(await sample('absa.csv'))}Date,Description,Amount,Balance\n`;
  assert.deepEqual((await read(repeated)).skipped, { zero: 1, heading: 1 });
});

test('a payer who writes Pending or Total is not left out', async () => {
  const file = 'What;When;How much\nTOTAL ENERGIES CLUB;02/03/2026;450,00\nTotal;;450,00\n';
  const unknown = await readStatement(Buffer.from(file));
  assert.ok(unknown.outcome === 'unknown');
  const { lines, skipped } = await read(file, {
    settings: unknown.file.settings,
    columns: ['text', 'day', 'amount'],
    dayOrder: 'dmy',
    isReversed: false,
  });
  assert.deepEqual([lines.length, skipped], [1, { total: 1 }]);
  const capitec = String(await sample('capitec-business.csv')).replace(
    ',Inv 41,450',
    ',Pending Inv 41,450',
  );
  assert.equal((await read(capitec)).lines.length, 9);
});

const movements: Movement[] = Array.from({ length: 40 }, (_, at) => ({
  day: `2026-0${1 + Math.floor(at / 15)}-${String(1 + (at % 15)).padStart(2, '0')}`,
  cents: at % 7 === 3 ? -850 - at : 45_000 + at * 100,
  kind: at % 7 === 3 ? 'SERVICE FEE' : 'MAGTAPE CREDIT',
  text: `INV-${String(at).padStart(5, '0')} O'Brien`,
}));

for (const layout of writableLayouts) {
  test(`what ${layout} writes is read again`, async () => {
    const statement = await read(writeStatement(layout, movements));
    assert.equal(statement.layout, layout);
    assert.notEqual(statement.balance, 'failed');
    const oldest = statement.lines[0]?.day === movements[0]?.day;
    const lines = oldest ? statement.lines : statement.lines.toReversed();
    assert.deepEqual(
      lines.map(({ day, amountCents }) => ({ day, cents: amountCents })),
      movements.map(({ day, cents }) => ({ day, cents })),
    );
    assert.ok(lines.every(({ text }, at) => text.includes(movements[at]?.text ?? '?')));
  });
}

test('encodings, separators, byte order marks, stray zeros and line ends make no difference', async () => {
  const absa = `Date,Description,Amount,Balance\n20260302,Zoë,650.00,12650.00\n20260303,Zoë,450.00,13100.00\n`;
  const written = [
    Buffer.from(absa),
    Buffer.from(`\uFEFF${absa}`),
    Buffer.from(absa, 'latin1'),
    Buffer.from(`\uFEFF${absa}`, 'utf16le'),
    Buffer.from(absa.replaceAll('\n', '\r\n')),
    Buffer.from(absa.replaceAll(',', ';').replaceAll(/\.(?=\d)/g, ',')),
    Buffer.from(absa.replaceAll(',', '\t')),
    Buffer.concat([Buffer.from(absa.slice(0, 40)), Buffer.alloc(1), Buffer.from(absa.slice(40))]),
  ];
  for (const file of written) {
    const { lines, balance } = await read(file);
    assert.deepEqual(
      lines.map(({ day, amountCents, text }) => [day, amountCents, text]),
      [
        ['2026-03-02', 65_000, 'Zoë'],
        ['2026-03-03', 45_000, 'Zoë'],
      ],
    );
    assert.equal(balance, 'lines');
  }
});

test('the lines of an OFX file are numbered with each kind of line end', async () => {
  const file = String(await sample('fnb.ofx')).replaceAll('\r\n', '\n');
  const rows = async (lineEnd: string) =>
    (await read(file.replaceAll('\n', lineEnd))).lines.map(({ row }) => row);
  const expectedRows = file
    .split('\n')
    .flatMap((line, at) => (line.includes('<STMTTRN>') ? [at + 1] : []));
  for (const lineEnd of ['\n', '\r\n', '\r']) assert.deepEqual(await rows(lineEnd), expectedRows);
  assert.deepEqual(new Set(await rows('')), new Set([1]));
});

test('an account number of more than 50 characters and a currency of more than 3 are refused', async () => {
  const ofx = String(await sample('fnb.ofx'));
  const account = (digits: number) => ofx.replaceAll('62000000017', '1'.repeat(digits));
  assert.equal((await read(account(50))).accountNumber, '1'.repeat(50));
  const mt940 = String(await sample('nedbank.mt940'));
  const long = [
    account(51),
    ofx.replace('<CURDEF>ZAR', '<CURDEF>ZARX'),
    mt940.replaceAll(/^:25:.*$/gm, `:25:${'1'.repeat(51)}`),
  ];
  for (const file of long) assert.match(await refusal(file), /^This file is not a bank statement/);
});

test('a missing line, a wrong sum and a cut file are noticed', async () => {
  const fnb = String(await sample('fnb.csv'));
  const missing = fnb.split('\n').filter((line) => !line.includes('PAYSHAP'));
  const gap = await read(missing.join('\n'));
  assert.equal(gap.balance, 'failed');
  assert.match(gap.warnings.join(), /The balance in row 13 does not follow/);
  const sum = await read(String(await sample('standardbank.csv')).replace('18311.65', '18311.66'));
  assert.equal(sum.balance, 'failed');
  assert.match(await refusal(fnb.slice(0, -60)), /^Row 19 is not complete, so the file may be cut/);
  const open = String(await sample('standardbank.csv'))
    .split('\n')
    .slice(0, 8)
    .join('\n');
  assert.match(await refusal(open), /The file ends in the middle, at line 8/);
  for (const name of ['fnb.ofx', 'capitec.ofx', 'nedbank.mt940']) {
    const file = await sample(name);
    assert.match(
      await refusal(file.subarray(0, file.length / 2)),
      /ends in the middle, at line \d+|Line \d+ is not as MT940/,
    );
  }
});

test('what a spreadsheet program has spoilt is refused with its row', async () => {
  const absa = 'Date,Description,Amount,Balance\n20260302,A,650.00,12650.00\n';
  assert.match(
    await refusal(`${absa}20260303,B,"1,23E+11",1\n`),
    /^Row 3: "1,23E\+11" has lost digits/,
  );
  assert.match(await refusal(`${absa}3/4/2026,B,1.00,1\n`), /^Row 3: "3\/4\/2026" is not a date/);
  assert.match(await refusal(`${absa}20260231,B,1.00,1\n`), /is not a day of the calendar/);
  assert.match(await refusal(`${absa}20260303,B,1.005,1\n`), /more than two decimals/);
  assert.match(await refusal(`${absa}20260303,B,abc,1\n`), /^Row 3: "abc" is not an amount/);
  const account = String(await sample('capitec.csv')).replaceAll('1000000020', '1E+09');
  assert.match(await refusal(account), /account number in row 2 has lost digits/);
});

test('other files are refused with a sentence, and lines of two accounts too', async () => {
  const files: [string | Buffer, RegExp][] = [
    ['', /This file is empty/],
    ['%PDF-1.7 x', /This is a PDF\. Download the statement from your bank as CSV or OFX/],
    [Buffer.from('\u0089PNG\r\n', 'latin1'), /not a bank statement/],
    ['Date,Description,Amount,Balance\n', /no line with an amount|no rows below/],
    ['<html><body>Sign in</body></html>', /web page/],
    [
      String(await sample('capitec.csv')).replace('1000000020', '1000000021'),
      /more than one account/,
    ],
    [String(await sample('nedbank.mt940')).replace('0303CR', '0303XX'), /Line \d+ is not as MT940/],
  ];
  for (const [file, sentence] of files) assert.match(await refusal(file), sentence);
});

test('an unknown layout is shown as columns, and read with the meanings that are chosen', async () => {
  const file =
    'Our bank\nWhen;What;In;Out;Left\n02/03/2026;INV-00042 Smith;R 1 650,00;;13 650,00 Cr\n03/03/2026;Fee;;8,50;13 641,50 Cr\n';
  const unknown = await readStatement(Buffer.from(file));
  assert.ok(unknown.outcome === 'unknown');
  const mapping: BankMapping = {
    settings: { ...unknown.file.settings, headerRow: 2 },
    columns: ['day', 'text', 'moneyIn', 'moneyOut', 'balance'],
    dayOrder: 'dmy',
    isReversed: false,
  };
  const { lines, balance, layout } = await read(file, mapping);
  assert.deepEqual([layout, balance], ['columns', 'lines']);
  assert.deepEqual(
    lines.map(({ row, amountCents }) => [row, amountCents]),
    [
      [3, 165_000],
      [4, -850],
    ],
  );
});

test('a card statement has money out as positive amounts, in a workbook as in CSV', async () => {
  const cells = [
    ['Date', 'Details', 'Value'],
    ['2026-03-02', 'Shop', '(120.00)'],
    ['2026-03-03', 'Refund', '20.00'],
  ];
  for (const file of [
    Buffer.from(workbookOf({ rows: rowsOf(cells) })),
    Buffer.from(cells.map((row) => row.join(',')).join('\n')),
  ]) {
    const unknown = await readStatement(file);
    assert.ok(unknown.outcome === 'unknown');
    const { lines } = await read(file, {
      settings: { ...unknown.file.settings, headerRow: 1 },
      columns: ['day', 'text', 'amount'],
      dayOrder: 'ymd',
      isReversed: true,
    });
    assert.deepEqual(
      lines.map(({ amountCents }) => amountCents),
      [12_000, -2000],
    );
  }
});

test('the balance of an OFX file counts if the file has all lines until its day', async () => {
  const ofx = String(await sample('standardbank.ofx'));
  const closingOf = async (until: string, asOf: string) => {
    const text = ofx
      .replace('<DTEND>20260307', `<DTEND>${until}`)
      .replace('<DTASOF>20260308', `<DTASOF>${asOf}`);
    return (await read(Buffer.from(text))).closingCents;
  };
  // The last line is of 6 March.
  assert.equal(await closingOf('20260307', '20260306'), 1_328_800);
  assert.equal(await closingOf('20260308', '20260308'), 1_328_800);
  // The day after the last one of the file, as banks write it. Later, a line could be between.
  assert.equal(await closingOf('20260307', '20260308'), 1_328_800);
  assert.equal(await closingOf('20260307', '20260308000000'), 1_328_800);
  assert.equal(await closingOf('20260307', '20260308000000.000[+2:SAST]'), 1_328_800);
  assert.equal(await closingOf('20260307', '20260309'), null);
  // In the morning of that day, it can have money of the day.
  assert.equal(await closingOf('20260307', '20260308093000'), null);
  assert.equal(await closingOf('20260307', '20260308093000[+2:SAST]'), null);
  assert.equal(await closingOf('20260307', '202603080930'), null);
  assert.equal(await closingOf('20260308', '20260308093000'), 1_328_800);
  assert.equal(await closingOf('20260308', '20260305'), null);
});
