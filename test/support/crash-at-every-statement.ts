import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { runUntilCrash, type CrashOutcome, type CrashPoint } from './crash-runner.ts';
import type { TestApp } from './app.ts';

type End = 'killed' | 'completed';

/** Each of the commands has more. */
const fewestStatements = 10;
/** A statement of each command, before its commit. */
const middle = 8;

/** Runs a command in a process that crashes, and waits until the database has closed its connection. */
export function crashPointAt(
  app: TestApp,
): (what: CrashPoint['what'], death: CrashOutcome) => Promise<End> {
  const at = app.clock.now().toISOString();
  let lastLock = 0;
  return async (what, death) => {
    const lock = ++lastLock;
    const end = await runUntilCrash({ url: app.url, at, death, lock, what });
    await app.db
      .transaction()
      .execute((inside) => sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(inside));
    return end;
  };
}

/**
 * Crashes before the first statement, before the second, and so on until one run completes,
 * then around the commit. Runs three processes at a time, because they spend most time starting.
 */
export async function crashAtEveryStatement(
  oneDeath: (death: CrashOutcome) => Promise<End>,
): Promise<void> {
  let next = 1;
  let completed = 0;
  const inTurn = async () => {
    while (completed === 0) {
      const death = next++;
      if ((await oneDeath(death)) === 'completed') completed = death;
    }
  };
  const aroundCommit = async () => {
    assert.equal(await oneDeath('commitSent'), 'killed');
    assert.equal(await oneDeath('commitAnswered'), 'killed');
  };
  await Promise.all([inTurn(), inTurn(), inTurn().then(aroundCommit)]);
  assert.ok(completed > fewestStatements, `only ${completed - 1} statements were counted`);
}

/** Crashes in the middle and around the commit. This is the part that `npm test` runs. */
export async function dieInTheMiddle(
  oneDeath: (death: CrashOutcome) => Promise<End>,
): Promise<void> {
  const deaths: CrashOutcome[] = [middle, 'commitSent', 'commitAnswered'];
  const ends = await Promise.all(deaths.map(oneDeath));
  assert.deepEqual(ends, ['killed', 'killed', 'killed']);
}

/** Before the commit nothing is saved, after it everything. During the commit either is correct. */
export function assertWhole(
  counts: Record<string, number>,
  whole: Record<string, number>,
  { death, end }: { death: CrashOutcome; end: 'killed' | 'completed' },
) {
  const nothing = Object.fromEntries(Object.keys(whole).map((key) => [key, 0]));
  const isCommitted = end === 'completed' || death === 'commitAnswered';
  const mayBeCommitted = death === 'commitSent' && counts[Object.keys(whole)[0]!] === 1;
  assert.deepEqual(counts, isCommitted || mayBeCommitted ? whole : nothing, `killed at ${death}`);
}

/** One row of counts. */
export async function countsOf<T extends Record<string, number>>(
  app: TestApp,
  counts: ReturnType<typeof sql<T>>,
): Promise<T> {
  const { rows } = await counts.execute(app.db);
  return rows[0]!;
}
