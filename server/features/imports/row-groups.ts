import { sql } from 'kysely';
import { importTexts } from '#contract/imports/texts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { CellProblem } from '#server/platform/spreadsheets/file-settings.ts';
import type { FileRow, ImportJob, Outcome, RowGroup } from './kinds/import-kind.ts';

interface Wanted {
  importId: string;
  /** Only groups behind this row. */
  behind: number;
  most: number;
  /** Only those that would make or change a record. */
  isToImport: boolean;
}

export interface StoredRow extends FileRow {
  cellProblems: CellProblem[];
}

export type StoredGroup = RowGroup & { main: StoredRow; others: StoredRow[] };

/** Bytes of the cells, and of their problems, of groups that are read together, except for a single larger group. */
const mostBytes = 2_000_000;

/** The next groups in the order of their main rows, as many as fit into the memory. */
export async function nextGroups(db: Db, wanted: Wanted): Promise<StoredGroup[]> {
  const { importId, behind, most, isToImport } = wanted;
  // A row that has a fate before the check is a total.
  const fates = isToImport ? sql`fate IN ('new', 'change')` : sql`fate IS NULL`;
  const { rows } = await sql<{
    row: number;
    main: number;
    cells: string[] | null;
    problems: StoredRow['cellProblems'] | null;
  }>`
    WITH next AS MATERIALIZED (
      SELECT main_row FROM import_rows
      WHERE import_id = ${importId} AND main_row > ${behind} AND row_number = main_row AND ${fates}
      ORDER BY main_row LIMIT ${most}
    ), sized AS (
      SELECT r.*, sum(size) OVER (ORDER BY r.main_row) AS until,
        sum(size) OVER (PARTITION BY r.main_row) AS own
      FROM import_rows AS r,
        LATERAL (SELECT coalesce(octet_length(r.cells::text), 0)
          + coalesce(octet_length(r.cell_problems::text), 0) AS size) AS one
      WHERE r.import_id = ${importId} AND r.main_row IN (SELECT main_row FROM next)
    )
    SELECT row_number AS row, main_row AS main, cells, cell_problems AS problems FROM sized
    WHERE until - own < ${mostBytes}
    ORDER BY main_row, row_number`.execute(db);
  const groups: StoredGroup[] = [];
  for (const { row, main, cells, problems } of rows.toSorted(mainFirst)) {
    const one = { row, cells: cells ?? [], cellProblems: problems ?? [] };
    if (row === main) groups.push({ main: one, others: [] });
    else groups.at(-1)?.others.push(one);
  }
  return groups;
}

interface Place {
  row: number;
  main: number;
}

/** A child can stand above its parent. */
function mainFirst(one: Place, other: Place): number {
  if (one.main !== other.main) return one.main - other.main;
  return Number(other.row === other.main) - Number(one.row === one.main) || one.row - other.row;
}

/** The cells of imported columns whose values cannot be trusted, in a line each. A column of null is the whole row. */
export function cellProblemsOf({ mapping }: ImportJob, row: StoredRow): string | null {
  const problems = row.cellProblems.filter(
    ({ column }) => column === null || mapping.columns[column] != null,
  );
  const sentences = new Set(problems.map(({ sentence }) => sentence));
  return sentences.size === 0 ? null : [...sentences].join('\n');
}

export interface StoredOutcome extends Outcome {
  recordId: string | null;
  undo: object | null;
}

export async function storeOutcomes(
  db: Db,
  importId: string,
  outcomes: StoredOutcome[],
): Promise<void> {
  await sql`
    UPDATE import_rows AS r
    SET fate = o.fate, sentence = o.sentence, record_id = o."recordId",
      undo = nullif(o.undo, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      AS o ("row" integer, fate text, sentence text, "recordId" uuid, undo jsonb)
    WHERE r.import_id = ${importId} AND r.row_number = o."row"`.execute(db);
}

/** Without rows that are a total or a line: these are named by themselves. */
export async function countFates(db: Db, importId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('import_rows')
    .select((row) => [row.ref('fate').$notNull().as('fate'), sql<number>`count(*)`.as('count')])
    .where('import_id', '=', importId)
    .where('fate', 'is not', null)
    .where('sentence', '<>', importTexts.decoration)
    .groupBy('fate')
    .execute();
  return Object.fromEntries(rows.map(({ fate, count }): [string, number] => [fate, count]));
}
