import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { readStatement } from './read-statement.ts';

const folder = new URL('../../../../test/support/bank-statements/samples/', import.meta.url);
const names = (await readdir(folder)).filter((name) => name !== 'expected.csv').toSorted();
const sample = (name: string) => readFile(new URL(name, folder));
const atATime = 50;

/** Each is an answer. A damaged file has no line without a day or an amount. */
async function assertAnswers(files: Buffer[]): Promise<void> {
  for (let at = 0; at < files.length; at += atATime) {
    const answers = files.slice(at, at + atATime).map(async (file) => {
      const result = await readStatement(file);
      if (result.outcome === 'bad') assert.match(result.sentence, /\w+\.$/);
      if (result.outcome !== 'read') return;
      for (const { day, amountCents } of result.statement.lines) {
        assert.match(day, /^\d{4}-\d{2}-\d{2}$/);
        assert.ok(Number.isSafeInteger(amountCents) && amountCents !== 0);
      }
    });
    await Promise.all(answers);
  }
}

const quick = ['bankzero.csv', 'nedbank.mt940', 'nedbank.ofx'];

for (const name of names) {
  const full = quick.includes(name) ? '' : ' @full';
  test(`${name} is answered when it is cut at any byte${full}`, async () => {
    const file = await sample(name);
    await assertAnswers(Array.from({ length: file.length }, (_, end) => file.subarray(0, end)));
  });

  test(`${name} is answered when any byte is another${full}`, async () => {
    const file = await sample(name);
    const damaged = [...file.keys()].map((at) => {
      const copy = Buffer.from(file);
      copy[at] = (at * 37 + 11) % 256;
      return copy;
    });
    await assertAnswers(damaged);
  });
}

test('lines of 100,000 characters are answered', async () => {
  const long = 'x'.repeat(100_000);
  const files = [
    long,
    `${long}\n${long}`,
    `Date,Description,Amount,Balance\n20260302,${long},1.00,1.00\n`,
    `Date,Description,Amount,Balance\n20260302,${'1,'.repeat(100)},1.00\n`,
    `Date,Description,Amount,Balance\n20260302,A,${'1'.repeat(100_000)},1.00\n`,
    `OFXHEADER:100\n<OFX><STMTTRN><DTPOSTED>20260302<TRNAMT>1<MEMO>${long}</STMTTRN></OFX>`,
    `OFXHEADER:100\n${'<'.repeat(100_000)}`,
    `:20:A\n:60F:C260301ZAR1,\n:61:260302C1,NTRF\n:86:${long}\n:62F:C260302ZAR2,`,
    `:20:A\n:61:${'9'.repeat(100_000)}`,
    `'${long}`,
    `"${long}`,
    'R'.repeat(100_000),
  ];
  await assertAnswers(files.map((file) => Buffer.from(file)));
});

/** Not the time that passes: other tests run at the same time. */
function processorMs(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test('50,000 lines are read in less than 15 seconds', async () => {
  const movements = Array.from({ length: 50_000 }, (_, at) => ({
    day: `2026-${String(1 + Math.floor(at / 5000)).padStart(2, '0')}-${String(1 + (Math.floor(at / 200) % 25)).padStart(2, '0')}`,
    cents: 10_000 + at,
    kind: 'MAGTAPE CREDIT',
    text: `INV-${String(at).padStart(5, '0')}`,
  }));
  for (const layout of ['fnb-history', 'ofx', 'mt940'] as const) {
    const file = Buffer.from(writeStatement(layout, movements));
    const start = process.cpuUsage();
    const result = await readStatement(file);
    assert.ok(processorMs(start) < 15_000);
    assert.equal(result.outcome === 'read' && result.statement.lines.length, 50_000);
  }
});

/** The fastest of a few runs, in milliseconds. */
async function timeOf(file: string): Promise<number> {
  const bytes = Buffer.from(file);
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now();
    await readStatement(bytes);
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

test('a file on one line is read about as fast as with line breaks', async () => {
  const movements = Array.from({ length: 20_000 }, (_, at) => ({
    day: '2026-03-02',
    cents: 10_000 + at,
    kind: 'MAGTAPE CREDIT',
    text: `INV-${at}`,
  }));
  const file = writeStatement('ofx', movements);
  const usual = await timeOf(file);
  for (const lineEnd of ['', '\r']) {
    const time = await timeOf(file.replaceAll('\n', lineEnd));
    assert.ok(time < 4 * usual + 200, `${JSON.stringify(lineEnd)}: ${time} ms, usually ${usual}`);
  }
});

test('files of 4 MB without the usual line breaks are answered soon', async () => {
  const size = 4_000_000;
  const csv = 'Date,Description,Amount,Balance\r20260302,A,1.00,1.00\r';
  const files = {
    'OFX of tags': `OFXHEADER:100<OFX>${'<A>1'.repeat(size / 4)}`,
    'MT940 of one field': `:20:A\r:61:${'2603020302C1,NTRF'.repeat(size / 17)}`,
    'MT940 of carriage returns': `:20:A\r${':86:x\r'.repeat(size / 6)}`,
    'CSV of cells': 'a,'.repeat(size / 2),
    'CSV of carriage returns': csv + '20260302,A,1.00,1.00\r'.repeat(size / 21),
    'CSV with a cell of line breaks': `${csv}20260302,"A${'\n'.repeat(size)}B",1.00,1.00`,
    'CSV with a cell of spaces': `${csv}20260302,"A;${' '.repeat(size)}B",1.00,1.00`,
  };
  for (const [name, file] of Object.entries(files)) {
    const start = process.cpuUsage();
    await readStatement(Buffer.from(file));
    const ms = processorMs(start);
    assert.ok(ms < 10_000, `${name}: ${ms} ms`);
  }
});
