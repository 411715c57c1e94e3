import { importRecordTexts as texts } from '#contract/imports/record-texts.ts';
import { failureOf } from './failure-of.ts';
import type { CheckedGroup, Outcome, Question } from './import-kind.ts';

/** The rows of a group that add a record. */
export interface AddPlan<Row> {
  rows: Row[];
}

/**
 * The outcome of rows that say the same. As many as there are records already are not added again, so that
 * the same file adds nothing twice, but two equal payments of a day can be imported.
 */
export function addMissing<Row extends { row: number }>(
  rows: Row[],
  existing: { count: number; recordId: string | null },
): CheckedGroup<AddPlan<Row>> {
  const missing = rows.slice(0, Math.max(0, rows.length - existing.count));
  const outcomes = rows.map(({ row }, index): Outcome => {
    if (index >= missing.length) return { row, fate: 'same', sentence: '' };
    return { row, fate: 'new', sentence: index === 0 ? '' : texts.sameAs(rows[0]?.row ?? row) };
  });
  return {
    ...(outcomes[0] as Outcome),
    others: outcomes.slice(1),
    recordId: missing.length === 0 ? existing.recordId : null,
    unknown: [],
    plan: missing.length === 0 ? null : { rows: missing },
  };
}

/** Rows that say the same have the same problems. */
export function allFailed(
  rows: { row: number; questions?: Question[] }[],
  sentences: string[],
): CheckedGroup<never> {
  const unknown = rows.flatMap(({ questions }) => questions ?? []);
  const { fate, problems } = failureOf(
    sentences.map((sentence) => ({ sentence })),
    unknown,
  );
  const sentence = problems.map((one) => one.sentence).join('\n');
  const outcomes = rows.map(({ row }) => ({ row, fate, sentence }));
  return {
    ...(outcomes[0] as Outcome),
    others: outcomes.slice(1),
    recordId: null,
    unknown,
    plan: null,
  };
}
