import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Certainty } from '#contract/bank-matching/endpoints.ts';
import { layoutNames } from '#contract/bank-statements/layouts.ts';
import { readStatement } from '#server/features/bank-statements/files/read-statement.ts';
import { openTestApp } from '#test/support/app.ts';
import type { TrueMovement, Truth } from '#test/support/bank-matching/bank-texts.ts';
import { generateStatement } from '#test/support/bank-matching/generated-statements.ts';
import { fillWorld } from '#test/support/bank-matching/known-world.ts';
import { writableLayouts, writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { loadWorlds } from './suggestions/load-worlds.ts';
import { suggest } from './suggestions/suggest.ts';
import type { LineSuggestion, OpenLine } from './suggestions/world.ts';

const app = await openTestApp();

/** Numbers of two, three, four and five digits, and where they get one more. */
const firstNumbers = [40, 300, 950, 5000, 9600, 23_400, 99_500];

interface Counts {
  lines: number;
  right: Record<Certainty, number>;
  wrong: Record<Certainty, number>;
  none: number;
  matchable: number;
  found: number;
}

const noCounts = (): Counts => ({
  lines: 0,
  right: { certain: 0, likely: 0, possible: 0, none: 0 },
  wrong: { certain: 0, likely: 0, possible: 0, none: 0 },
  none: 0,
  matchable: 0,
  found: 0,
});

/** The lines of the statement, each with its movement. A bank may list the newest first. */
async function readBack(layout: (typeof writableLayouts)[number], movements: TrueMovement[]) {
  const result = await readStatement(Buffer.from(writeStatement(layout, movements)), null);
  assert.ok(result.outcome === 'read', JSON.stringify(result));
  const { lines } = result.statement;
  const keyOf = (list: readonly { day: string; cents: number }[]) =>
    list.map(({ day, cents }) => `${day} ${cents}`).join();
  const read = keyOf(lines.map(({ day, amountCents }) => ({ day, cents: amountCents })));
  const inOrder = read === keyOf(movements) ? movements : movements.toReversed();
  assert.equal(read, keyOf(inOrder), layout);
  return lines.map((line, at): { line: OpenLine; truth: Truth } => ({
    line: {
      id: `${at}`,
      accountId: '00000000-0000-0000-0000-000000000001',
      day: line.day,
      isOut: line.amountCents < 0,
      amountCents: Math.abs(line.amountCents),
      openCents: Math.abs(line.amountCents),
      text: line.text,
      reference: line.reference,
      isRand: true,
    },
    truth: inOrder[at]!.truth,
  }));
}

function isRight({ parts }: LineSuggestion, truth: Truth): boolean {
  const ids = parts.flatMap(({ record }) => record?.id ?? []);
  if (truth.case === 'bank')
    return parts.some(({ kind }) => kind === 'charge' || kind === 'payout');
  if (truth.case === 'again') return parts.every(({ kind }) => kind === 'credit');
  return ids.toSorted().join() === truth.ids.toSorted().join() && ids.length > 0;
}

const atATime = 500;

interface Judged {
  text: string;
  truth: Truth;
  best: LineSuggestion | undefined;
}

/** The best suggestion for each line of a statement in a world of its own. */
async function judgeStatement(at: number, count: number): Promise<Judged[]> {
  const layout = writableLayouts[at]!;
  const firstNumber = firstNumbers[at % firstNumbers.length] ?? 40;
  const statement = generateStatement(layout, { seed: at + 1, count, firstNumber });
  await fillWorld(app.db, statement.records);
  const lines = await readBack(layout, statement.movements);
  const judged: Judged[] = [];
  for (let from = 0; from < lines.length; from += atATime) {
    const chunk = lines.slice(from, from + atATime);
    const loaded = await loadWorlds(
      app.ctx(),
      chunk.map(({ line }) => line),
    );
    judged.push(
      ...loaded.map(({ line, world, reading }, place) => ({
        text: line.text,
        truth: chunk[place]!.truth,
        best: suggest(line, world, reading)[0],
      })),
    );
  }
  return judged;
}

async function judge(t: TestContext, perLayout: number) {
  const byLayout = new Map<string, Counts>();
  const byCase = new Map<string, Counts>();
  const wrongs: string[] = [];
  for (const [at, layout] of writableLayouts.entries()) {
    for (const { text, truth, best } of await judgeStatement(at, perLayout)) {
      count(countsOf(byLayout, layoutNames[layout]), best, truth);
      count(countsOf(byCase, truth.case), best, truth);
      const isWrong = best?.certainty === 'certain' && !isRight(best, truth);
      if (isWrong) wrongs.push(`${layout}: ${text}: ${truth.case}: ${best.why.join(' ')}`);
    }
  }
  for (const counts of [byLayout, byCase]) {
    t.diagnostic(
      '| statement | lines | certain, right | certain, wrong | likely, right | likely, wrong | possible | none | found |',
    );
    for (const [name, one] of counts) t.diagnostic(rowOf(name, one));
    t.diagnostic(rowOf('all', [...counts.values()].reduce(sum, noCounts())));
  }
  return { all: [...byLayout.values()].reduce(sum, noCounts()), wrongs, byCase };
}

function countsOf(all: Map<string, Counts>, key: string): Counts {
  const counts = all.get(key) ?? noCounts();
  all.set(key, counts);
  return counts;
}

function count(counts: Counts, best: LineSuggestion | undefined, truth: Truth): void {
  counts.lines += 1;
  if (truth.isMatchable) counts.matchable += 1;
  if (best === undefined) {
    counts.none += 1;
    return;
  }
  const isTrue = isRight(best, truth);
  (isTrue ? counts.right : counts.wrong)[best.certainty] += 1;
  const isFound = isTrue && (best.certainty === 'certain' || best.certainty === 'likely');
  if (isFound && truth.isMatchable) counts.found += 1;
}

function sum(one: Counts, other: Counts): Counts {
  const add = (left: Record<Certainty, number>, right: Record<Certainty, number>) => ({
    certain: left.certain + right.certain,
    likely: left.likely + right.likely,
    possible: left.possible + right.possible,
    none: 0,
  });
  return {
    lines: one.lines + other.lines,
    right: add(one.right, other.right),
    wrong: add(one.wrong, other.wrong),
    none: one.none + other.none,
    matchable: one.matchable + other.matchable,
    found: one.found + other.found,
  };
}

function rowOf(name: string, { lines, right, wrong, none, matchable, found }: Counts): string {
  const share = matchable === 0 ? '' : `${((found / matchable) * 100).toFixed(1)} %`;
  const possible = right.possible + wrong.possible;
  return `| ${[name, lines, right.certain, wrong.certain, right.likely, wrong.likely, possible, none, share].join(' | ')} |`;
}

async function assertTrue(t: TestContext, perLayout: number) {
  const { all, wrongs, byCase } = await judge(t, perLayout);
  assert.deepEqual(wrongs, []);
  // One press books a likely one.
  assert.ok(
    all.wrong.likely * 500 <= all.lines,
    `${all.wrong.likely} of ${all.lines} likely, wrong`,
  );
  assert.ok(all.found >= all.matchable * 0.9, `${all.found} of ${all.matchable} found`);
  // Most of what has a right reference is certain: otherwise nobody would book lines together.
  const read = byCase.get('reference') ?? noCounts();
  assert.ok(read.right.certain >= read.lines * 0.85, `${read.right.certain} of ${read.lines}`);
}

test('of 2,000 generated lines of all layouts, no certain match is wrong', async (t) => {
  await assertTrue(t, 100);
});

test('of 10,000 generated lines of all layouts, no certain match is wrong @full', async (t) => {
  await assertTrue(t, 500);
});
