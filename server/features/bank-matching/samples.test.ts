import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readStatement } from '#server/features/bank-statements/files/read-statement.ts';
import { openTestApp } from '#test/support/app.ts';
import { fillWorld, type KnownRecord } from '#test/support/bank-matching/known-world.ts';
import { labelOf } from '#server/features/payments/payable.ts';
import { loadWorlds } from './suggestions/load-worlds.ts';
import { suggest } from './suggestions/suggest.ts';
import type { LineSuggestion, OpenLine } from './suggestions/world.ts';

const app = await openTestApp();
app.clock.set('2026-04-10T08:00:00Z');

const invoice = (number: number, rand: number, firstName: string, lastName: string) =>
  ({
    id: randomUUID(),
    kind: 'INV',
    number,
    cents: rand * 100,
    firstName,
    lastName,
    email: `payer-${number}@example.org`,
    state: 'open',
  }) satisfies KnownRecord;

/** The invoices that the samples are about. */
const records: KnownRecord[] = [
  invoice(40, 450, 'Lerato', 'Mokoena'),
  invoice(41, 450, 'Anna', 'van der Merwe'),
  invoice(42, 650, 'John', 'Smith'),
  invoice(43, 650, 'Thandi', 'Dlamini'),
  invoice(44, 1250, 'Protea', 'Trails'),
  invoice(45, 450, 'Priya', 'Naidoo'),
  invoice(46, 650, 'Mary', "O'Brien"),
];

const folder = new URL('../../../test/support/bank-statements/samples/', import.meta.url);
const expected = parse<Record<'file' | 'date' | 'amount' | 'meaning', string>>(
  await readFile(new URL('expected.csv', folder)),
  { columns: true },
).filter(({ amount }) => Number(amount) !== 0);
const names = (await readdir(folder)).filter((name) => name !== 'expected.csv').toSorted();

await fillWorld(app.db, records);

/** "INV-00043 + INV-00045, likely", or "charge, likely". */
function inWords({ certainty, parts }: LineSuggestion): string {
  const what = parts.map(({ kind, record }) => (record === null ? kind : labelOf(record)));
  return `${what.toSorted().join(' + ')}, ${certainty}`;
}

/** The first suggestion. The samples have no check letters, so nothing of them is certain. */
function wantedOf(meaning: string): RegExp {
  if (meaning.includes('amount equals')) return /^INV-00044, possible$/;
  const numbers = [...meaning.matchAll(/INV-\d{5}/g)].map(([number]) => number);
  // The payments that would be taken back are not recorded in this test.
  if (meaning.startsWith('undoes')) return /^(?:, none)?$/;
  // The bank may have cut its number, and the amount is another one.
  if (meaning.startsWith('INV-00046 part')) return /^INV-00046, (?:likely|possible)$/;
  if (numbers.length > 0) return new RegExp(`^${numbers.join(' \\+ ')}, likely$`);
  if (meaning.includes('fee')) return /^charge, likely$/;
  if (meaning.includes('payout')) return /^payout, likely$/;
  if (meaning.includes('donation')) return /^new-donation, likely$/;
  return /^$/;
}

for (const name of names) {
  test(`what the lines of ${name} are is suggested first`, async () => {
    const result = await readStatement(await readFile(new URL(name, folder)), null);
    assert.ok(result.outcome === 'read');
    const lines = result.statement.lines.map((line, at): OpenLine => {
      const cents = Math.abs(line.amountCents);
      return {
        id: `${at}`,
        accountId: randomUUID(),
        day: line.day,
        isOut: line.amountCents < 0,
        amountCents: cents,
        openCents: cents,
        text: line.text,
        reference: line.reference,
        isRand: true,
      };
    });
    const loaded = await loadWorlds(app.ctx(), lines);
    const meanings = expected.filter(({ file }) => file === name);
    assert.equal(loaded.length, meanings.length);
    const misses = loaded.flatMap(({ line, world, reading }, at) => {
      const { meaning = '' } = meanings[at] ?? {};
      const [best] = suggest(line, world, reading);
      const words = best === undefined ? '' : inWords(best);
      return wantedOf(meaning).test(words) ? [] : `${line.text}: ${meaning}: ${words}`;
    });
    assert.deepEqual(misses, []);
  });
}
