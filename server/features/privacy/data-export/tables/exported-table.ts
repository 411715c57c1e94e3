import { sql, type RawBuilder } from 'kysely';
import type { SubjectIds } from '../subject-ids.ts';

/** A part of the file: the rows of one table that are about the person. */
export interface ExportedTable {
  title: string;
  /** Instead of the table: a subquery with columns as the person sees them. */
  from?: RawBuilder<unknown>;
  rows: (whose: SubjectIds) => RawBuilder<boolean>;
  order: string;
  /** The label of each column in the file. */
  columns: Record<string, string>;
  /** The omitted columns, each with the reason. */
  without?: Record<string, string>;
}

export type ExportedTables = Record<string, ExportedTable>;

/** Reasons to omit a column. */
export const key = 'a number of ours that says nothing of the person';
export const office = 'who of the office did it';
export const secret = 'a secret';
