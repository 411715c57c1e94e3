/** How a file is read. Recognised first, then adjusted by the administrator. */
export interface FileSettings {
  format: 'csv' | 'xlsx';
  /** Of a CSV file. */
  encoding: 'utf-8' | 'utf-16le' | 'windows-1252' | null;
  /** Of a CSV file. */
  separator: ',' | ';' | '\t' | '|' | null;
  /** Of a workbook. */
  sheet: string | null;
  /** Counted from 1 as the spreadsheet shows it. 0: the file has no headings. */
  headerRow: number;
}

/** Why a value cannot be trusted. */
export interface CellProblem {
  /** Counted from 0. The problem matters only if this column is imported. `null`: it concerns the whole row. */
  column: number | null;
  sentence: string;
}

/** A row of the file. */
export interface FileRow {
  /** Counted from 1 as the spreadsheet shows it. */
  row: number;
  cells: string[];
  problems: CellProblem[];
}
