import type { ClosedChoice, Fate, Obstacle } from '#contract/imports/endpoints.ts';
import type { ImportMapping } from '#contract/imports/mapping.ts';
import type { Caller, Context } from '#server/context.ts';

/** An import while its rows are checked, imported or taken back. */
export interface ImportJob {
  id: string;
  fileName: string;
  mapping: ImportMapping;
  /** What happens to rows of closed months. */
  closedMonths: ClosedChoice | null;
  by: Caller;
}

export interface FileRow {
  /** As the spreadsheet numbers it. */
  row: number;
  cells: readonly string[];
}

/** A row, with the rows that belong to it: the relatives of a member. */
export interface RowGroup {
  main: FileRow;
  others: FileRow[];
}

export interface Outcome {
  row: number;
  fate: Fate;
  /** Why it is a problem, or what would change. */
  sentence: string;
}

/** What an administrator is asked once for the whole file. */
export interface Question {
  /** Of a type or a status, or `twoDigitYears` or `consent`. */
  column: string;
  spelling: string;
  meaning?: string;
  /** The problem of the row, which the answer solves. */
  sentence: string;
}

/** What an import would do with a group. */
export interface CheckedGroup<Plan> extends Outcome {
  others: Outcome[];
  /** The record that it matches. */
  recordId: string | null;
  /** The new rows whose day is in a closed month. */
  closed?: { rows: number; cents: number };
  /** Spellings that mean nothing yet. */
  unknown: Question[];
  /** What `apply` needs. Null for a group that changes nothing. */
  plan: Plan | null;
}

/** The result of a group, as its main row stores it. */
export interface AppliedGroup {
  row: number;
  recordId: string;
  /** What `undo` takes back. */
  undo: object;
}

/** A row as an undo reads it. */
export interface AppliedRow {
  row: number;
  recordId: string;
  undo: Record<string, unknown>;
}

/**
 * One kind of record that can be imported. All functions take some hundreds of rows at once, so that the
 * number of statements does not grow with the rows.
 */
export interface ImportKind<Plan> {
  /** How rows of the file find each other: rows that share one of the keys are one group. */
  linksOf: (job: ImportJob, row: FileRow, at: Date) => { keys: string[]; isPart: boolean };
  /** Reads only. When importing, it locks the records that the groups match. */
  check: (
    ctx: Context,
    job: ImportJob,
    groups: RowGroup[],
    locks: boolean,
  ) => Promise<CheckedGroup<Plan>[]>;
  /** Runs once, in the transaction that starts the import, with what is about to be imported. */
  begin?: (ctx: Context, job: ImportJob, rows: AsyncIterable<FileRow[]>) => Promise<void>;
  /** In the transaction of `check`, for the groups with a plan. */
  apply: (
    ctx: Context,
    job: ImportJob,
    groups: (CheckedGroup<Plan> & { plan: Plan })[],
  ) => Promise<AppliedGroup[]>;
  /** What depends on what the import made. Locks it first when `locks`. */
  findObstacles: (
    ctx: Context,
    job: ImportJob,
    rows: AppliedRow[],
    locks: boolean,
  ) => Promise<Obstacle[]>;
  undo: (ctx: Context, job: ImportJob, rows: AppliedRow[]) => Promise<void>;
}
