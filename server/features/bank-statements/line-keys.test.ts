import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StatementLine } from './files/statement.ts';
import { compareBatch, keyLines } from './line-keys.ts';
import type { KeyedFile, StoredLine } from './keyed-lines.ts';

const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
const texts = ['CAPITEC', 'ABSA BANK'];

/** What happened on the account, in order of time. Few texts and one amount, so that lines are equal. */
const histories = fc
  .array(fc.record({ day: fc.constantFrom(...days), text: fc.constantFrom(...texts) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((lines) =>
    lines
      .toSorted((one, other) => one.day.localeCompare(other.day))
      .map(({ day, text }, at) => lineOf(day, text, `NUMBER${at}`)),
  );

function lineOf(day: string, text: string, bankNumber: string): StatementLine {
  const empty = { feeCents: 0, reference: '', kind: '', balanceCents: null };
  return { ...empty, row: 1, day, amountCents: 45_000, text, bankNumber };
}

/** Whole days, of which the last may not be over yet. */
const exports = fc.record({
  from: fc.nat(2),
  to: fc.nat(2),
  ofLastDay: fc.nat(6),
  isNewestFirst: fc.boolean(),
  hasNumbers: fc.boolean(),
  atATime: fc.integer({ min: 1, max: 5 }),
});
type Export = typeof exports extends fc.Arbitrary<infer T> ? T : never;

const whole: Export = {
  from: 0,
  to: 2,
  ofLastDay: 12,
  isNewestFirst: true,
  hasNumbers: false,
  atATime: 5,
};

function linesOf(history: StatementLine[], one: Export): StatementLine[] {
  const last = days[one.to] ?? '';
  const lines = [
    ...history.filter(({ day }) => day >= (days[one.from] ?? '') && day < last),
    ...history.filter(({ day }) => day === last).slice(0, one.ofLastDay),
  ].map((line) => (one.hasNumbers ? line : { ...line, bankNumber: null }));
  return one.isNewestFirst ? lines.toReversed() : lines;
}

interface Import {
  file: KeyedFile;
  atATime: number;
  done: number;
}

/** The next step of an import, as `storeNext` makes it. */
function step(stored: StoredLine[], one: Import): void {
  const batch = one.file.lines.slice(one.done, one.done + one.atATime);
  one.done += batch.length;
  stored.push(...compareBatch(stored, one.file, batch).newLines);
}

/** Steps of several imports, in the order of `turns`. */
function importAll(stored: StoredLine[], imports: Import[], turns: number[]): void {
  for (let turn = 0; ; turn += 1) {
    const open = imports.filter(({ file, done }) => done < file.lines.length);
    const next = open[(turns[turn % turns.length] ?? 0) % open.length];
    if (next === undefined) return;
    step(stored, next);
  }
}

const importOf = (history: StatementLine[], one: Export): Import => ({
  file: keyLines(linesOf(history, one)),
  atATime: one.atATime,
  done: 0,
});

const keyOf = ({ day, text }: { day: string; text: string }) => `${day} ${text}`;
const counts = (lines: { day: string; text: string }[]) =>
  new Map([...Map.groupBy(lines, keyOf)].map(([key, each]) => [key, each.length]));
const textsOf = (stored: StoredLine[]) =>
  stored.map(({ day, normalText }) => ({ day, text: normalText }));
const sorted = (counted: Map<string, number>) =>
  [...counted].map(([key, count]) => `${count} of ${key}`).toSorted();

test('statements that overlap give each true line once, in any order and cut, with and without numbers', () => {
  fc.assert(
    fc.property(
      histories,
      fc.array(exports, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }),
      (history, all, turns) => {
        const stored: StoredLine[] = [];
        importAll(
          stored,
          all.map((one) => importOf(history, one)),
          turns,
        );
        const highest = new Map<string, number>();
        for (const one of all) {
          for (const [key, count] of counts(linesOf(history, one))) {
            highest.set(key, Math.max(highest.get(key) ?? 0, count));
          }
        }
        assert.deepEqual(sorted(counts(textsOf(stored))), sorted(highest));
        if (all.every(({ hasNumbers }) => hasNumbers)) {
          const numbers = all.flatMap((one) =>
            linesOf(history, one).map((line) => line.bankNumber),
          );
          assert.deepEqual(
            stored.map(({ bankNumber }) => String(bankNumber)).toSorted(),
            [...new Set(numbers.map(String))].toSorted(),
          );
        }
        for (const hasNumbers of [true, false]) {
          importAll(stored, [importOf(history, { ...whole, hasNumbers })], [0]);
          assert.deepEqual(sorted(counts(textsOf(stored))), sorted(counts(history)));
        }
        const ids = stored.map((line) => `${line.day} ${line.normalText} ${line.occurrence}`);
        assert.equal(new Set(ids).size, ids.length);
      },
    ),
    { numRuns: 3000 },
  );
});

test('numbers that stay the same find a line under any text', () => {
  fc.assert(
    fc.property(
      histories,
      fc.array(fc.tuple(exports, fc.array(fc.constantFrom(...texts), { minLength: 1 })), {
        minLength: 1,
        maxLength: 5,
      }),
      (history, all) => {
        const stored: StoredLine[] = [];
        const numbers = new Set<string>();
        for (const [one, names] of all) {
          const lines = linesOf(history, { ...one, hasNumbers: true }).map((line, at) => ({
            ...line,
            text: names[at % names.length] ?? '',
          }));
          for (const { bankNumber } of lines) numbers.add(String(bankNumber));
          importAll(stored, [{ file: keyLines(lines), atATime: one.atATime, done: 0 }], [0]);
          assert.deepEqual(
            stored.map(({ bankNumber }) => String(bankNumber)).toSorted(),
            [...numbers].toSorted(),
          );
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('numbers that are others in each file change nothing: the highest count of a day counts', () => {
  fc.assert(
    fc.property(histories, fc.array(exports, { minLength: 1, maxLength: 4 }), (history, all) => {
      const stored: StoredLine[] = [];
      for (const [at, one] of all.entries()) {
        const lines = linesOf(history, { ...one, hasNumbers: true }).map((line) => ({
          ...line,
          bankNumber: `FILE${at}${line.bankNumber}`,
        }));
        importAll(stored, [{ file: keyLines(lines), atATime: one.atATime, done: 0 }], [0]);
      }
      importAll(stored, [importOf(history, whole)], [0]);
      assert.deepEqual(sorted(counts(textsOf(stored))), sorted(counts(history)));
    }),
    { numRuns: 1000 },
  );
});

/** Several amounts, also out, and balances that are true. */
const balanced = fc
  .array(
    fc.record({
      day: fc.constantFrom(...days),
      text: fc.constantFrom(...texts),
      cents: fc.constantFrom(45_000, 45_000, 100, -30_001),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((lines) => {
    let balanceCents = 100_000;
    return lines
      .toSorted((one, other) => one.day.localeCompare(other.day))
      .map(({ day, text, cents }): StatementLine => {
        balanceCents += cents;
        return { ...lineOf(day, text, ''), bankNumber: null, amountCents: cents, balanceCents };
      });
  });

test('true balances: no line is stored twice, and none is left out without a warning if no balance comes again', () => {
  const stretch = fc.record({ from: fc.nat(13), count: fc.integer({ min: 1, max: 8 }) });
  fc.assert(
    fc.property(
      balanced,
      fc.array(stretch, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 5 }),
      (history, all, atATime) => {
        const stored: StoredLine[] = [];
        const union = new Set<StatementLine>();
        let isWarned = false;
        for (const { from, count } of all) {
          const lines = history.slice(from, from + count);
          if (lines.length === 0) continue;
          for (const line of lines) union.add(line);
          const file = keyLines(lines);
          isWarned ||= compareBatch(stored, file, file.lines).contradictions.length > 0;
          importAll(stored, [{ file, atATime, done: 0 }], [0]);
        }
        const name = (line: { day: string; amountCents: number; balanceCents: number | null }) =>
          `${line.day} ${line.amountCents} ${line.balanceCents}`;
        const known = Map.groupBy(union, name);
        for (const [each, same] of Map.groupBy(stored, name)) {
          assert.ok(same.length <= (known.get(each)?.length ?? 0), `${each} is stored too often`);
        }
        const balances = new Set([100_000, ...history.map(({ balanceCents }) => balanceCents)]);
        if (balances.size > history.length && !isWarned) assert.equal(stored.length, union.size);
      },
    ),
    { numRuns: 3000 },
  );
});

test('of equal lines without proof, the one with a stored balance is the known one', () => {
  const line = (amountCents: number, balanceCents: number) => ({
    ...lineOf('2026-03-02', amountCents === 100 ? 'CAPITEC' : 'ABSA BANK', ''),
    bankNumber: null,
    amountCents,
    balanceCents,
  });
  const stored: StoredLine[] = [];
  step(stored, { file: keyLines([line(100, 200), line(30, 230)]), atATime: 5, done: 0 });
  // The last line contradicts the stored one after 200.
  const file = keyLines([line(100, 100), line(100, 200), line(60, 260)]);
  const { newLines } = compareBatch(stored, file, file.lines);
  assert.deepEqual(
    newLines.map(({ balanceCents }) => balanceCents),
    [100, 260],
  );
});
