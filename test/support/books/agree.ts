import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type BookResult, failuresOf } from '#contract/books/endpoints.ts';
import type { FigureLine } from '#contract/month-end/endpoints.ts';
import type { Period } from '#contract/month-end/periods.ts';
import { evaluateBooks } from '#server/features/books/run-checks.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import type { TestApp } from '../app.ts';

/** Every check of the books agrees, and every proof of the figures of these periods. */
export async function assertBooksAgree(
  app: TestApp,
  periods: readonly Period[] = [],
  when?: string,
): Promise<void> {
  const results = await evaluateBooks(app.db, app.clock.now());
  assert.deepEqual(failedRows(results), [], when);
  for (const period of periods) assert.deepEqual(await brokenIn(app, period), [], when ?? period);
}

/** "Numbers: INV-00042 is missing". */
export const failedRows = (results: readonly BookResult[]): string[] =>
  failuresOf(results).flatMap(({ name, rows }) => rows.map((row) => `${name}: ${row}`));

/** The proofs of a period that do not agree. */
export async function brokenIn(
  app: Pick<TestApp, 'ctx'>,
  period: Period,
): Promise<(FigureLine & { title: string })[]> {
  const { sections } = await readPeriod(app.ctx(), period);
  return sections.flatMap(({ title, lines }) =>
    lines.filter(({ style }) => style === 'broken').map((line) => ({ title, ...line })),
  );
}

/** What the checks find after statements that no trigger has seen. They are rolled back. */
export async function checkedAfter(app: TestApp, statements: string): Promise<BookResult[]> {
  const spoiled = await app.db.startTransaction().execute();
  try {
    await sql`SET LOCAL session_replication_role = replica`.execute(spoiled);
    await sql.raw(statements).execute(spoiled);
    return await evaluateBooks(spoiled, app.clock.now());
  } finally {
    await spoiled.rollback().execute();
  }
}
