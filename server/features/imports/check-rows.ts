import type { Context } from '#server/context.ts';
import type { CheckedGroup, ImportJob } from './kinds/import-kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { jobOf, lockImport, type StoredImport } from './lock-import.ts';
import {
  cellProblemsOf,
  countFates,
  nextGroups,
  storeOutcomes,
  type StoredGroup,
  type StoredOutcome,
} from './row-groups.ts';

const atATime = 500;

/** More would be no choice: it is the wrong column. */
const mostUnknown = 200;
const mostExamples = 3;

/** Checks the next rows. After the last, the import is checked. */
export async function checkSome(ctx: Context, id: string): Promise<void> {
  const { db } = ctx;
  const stored = await lockImport(ctx, id);
  if (stored.state !== 'checking') return;
  const behind = stored.reached;
  const groups = await nextGroups(db, { importId: id, behind, most: atATime, isToImport: false });
  if (groups.length === 0) {
    const counts = JSON.stringify(await countFates(db, id));
    await db
      .updateTable('imports')
      .set({ state: 'checked', counts, reached: 0, done: stored.total })
      .where('id', '=', id)
      .execute();
    return;
  }
  const checked = await checkGroups(ctx, stored, groups, false);
  await storeOutcomes(db, id, checked.flatMap(outcomesOf));
  await db
    .updateTable('imports')
    .set({
      attempts: 0,
      reached: groups.at(-1)?.main.row ?? behind,
      done: stored.done + rowsIn(groups),
      unknown: JSON.stringify(together(stored.unknown, checked)),
      closed_rows: stored.closed_rows + sumOf(checked, 'rows'),
      closed_cents: stored.closed_cents + sumOf(checked, 'cents'),
    })
    .where('id', '=', id)
    .execute();
}

function sumOf(checked: CheckedGroup<unknown>[], key: 'rows' | 'cents'): number {
  return checked.reduce((sum, { closed }) => sum + (closed?.[key] ?? 0), 0);
}

export function rowsIn(groups: StoredGroup[]): number {
  return groups.reduce((sum, { others }) => sum + 1 + others.length, 0);
}

/** A group with a cell that cannot be read is not even looked up. */
export async function checkGroups(
  ctx: Context,
  stored: StoredImport,
  groups: StoredGroup[],
  locks: boolean,
): Promise<CheckedGroup<unknown>[]> {
  const job = jobOf(stored);
  const broken = groups.flatMap((group) => brokenGroup(job, group) ?? []);
  const rows = new Set(broken.map(({ row }) => row));
  const readable = groups.filter(({ main }) => !rows.has(main.row));
  return [...broken, ...(await kindOf(stored.kind).check(ctx, job, readable, locks))];
}

function brokenGroup(job: ImportJob, { main, others }: StoredGroup): CheckedGroup<unknown> | null {
  const sentences = [main, ...others].map((row) => cellProblemsOf(job, row));
  // One line: a group can have thousands of rows.
  const first = sentences.find((sentence) => sentence !== null)?.split('\n', 1)[0];
  if (first === undefined) return null;
  const outcome = (row: number, sentence: string | null) =>
    ({ row, fate: 'problem', sentence: sentence ?? first }) as const;
  return {
    ...outcome(main.row, sentences[0] ?? null),
    others: others.map(({ row }, index) => outcome(row, sentences[index + 1] ?? null)),
    recordId: null,
    unknown: [],
    plan: null,
  };
}

export function outcomesOf({
  row,
  fate,
  sentence,
  recordId,
  others,
}: CheckedGroup<unknown>): StoredOutcome[] {
  return [
    { row, fate, sentence, recordId, undo: null },
    ...others.map((other) => ({ ...other, recordId: null, undo: null })),
  ];
}

function together(known: StoredImport['unknown'], checked: CheckedGroup<unknown>[]) {
  const all = [...known, ...checked.flatMap(({ unknown }) => unknown)];
  const keyOf = ({ column, spelling }: (typeof all)[number]) =>
    `${column}\t${spelling.toLowerCase()}`;
  const first = new Map<string, StoredImport['unknown'][number]>();
  for (const { column, spelling, meaning } of all) {
    const before = first.get(keyOf({ column, spelling }));
    const meanings = [before?.meaning, meaning].filter((one) => one !== undefined);
    first.set(keyOf({ column, spelling }), {
      column,
      spelling: before?.spelling ?? spelling,
      ...(meanings.length > 0 && { meaning: examplesOf(meanings) }),
    });
  }
  return [...first.values()].slice(0, mostUnknown);
}

/** A few, as one may be misread where another is not. */
function examplesOf(meanings: string[]): string {
  const each = new Set(meanings.flatMap((one) => one.split('; ')));
  return [...each].slice(0, mostExamples).join('; ');
}
