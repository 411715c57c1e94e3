import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { importTexts } from '#contract/imports/texts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { CheckedGroup, ImportJob } from './import-kind.ts';
import { type AddPlan, allFailed } from './same-records.ts';

interface MoneyRow {
  row: number;
  amountCents: number;
  paidOn: Day | null;
}

/** The last day of the last closed month; `null` while no month is closed. */
export async function readClosedUntil(db: Db): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    SELECT (last_closed_month() + interval '1 month' - interval '1 day')::date AS day`.execute(db);
  return rows[0]?.day ?? null;
}

export function isClosed({ paidOn }: Pick<MoneyRow, 'paidOn'>, until: Day | null): boolean {
  return until !== null && paidOn !== null && paidOn <= until;
}

/** Counts the new rows of closed months. A month that was closed after the check asks first. product-rules 24.2. */
export function withClosedMonths<Row extends MoneyRow>(
  group: CheckedGroup<AddPlan<Row>>,
  { job, until, isToImport }: { job: ImportJob; until: Day | null; isToImport: boolean },
): CheckedGroup<AddPlan<Row>> {
  const closed = group.plan?.rows.filter((row) => isClosed(row, until)) ?? [];
  if (closed.length === 0) return group;
  if (isToImport && job.closedMonths === null) {
    return allFailed([group, ...group.others], [importTexts.closedSince]);
  }
  const cents = closed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...group, closed: { rows: closed.length, cents } };
}
