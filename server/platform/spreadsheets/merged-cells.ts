import {
  badFileTexts,
  cellPlace,
  cellTexts,
  mostImportColumns,
} from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import { columnNumber } from './column-number.ts';
import type { CellProblem } from './file-settings.ts';

interface Range {
  text: string;
  column: number;
  first: number;
  last: number;
}

const element =
  /<(?:\w+:)?mergeCell\s[^>]{0,100}?ref="(([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7}))"/g;
/** Characters, more than the element has. */
const overlap = 200;
const mostRanges = 10_000;

/**
 * Says for each row which of its cells are merged, at most one range for a column. Ask for the rows in their
 * order. The list is behind the rows in the file, so it is searched for before they are read.
 */
export async function findMerged(
  bytes: AsyncIterable<Buffer>,
): Promise<(row: number) => CellProblem[]> {
  const ranges = await readRanges(bytes);
  let next = 0;
  const current = new Map<number, Range>();
  return (row) => {
    for (const { column, last } of current.values()) if (last < row) current.delete(column);
    for (
      let range = ranges[next];
      range !== undefined && range.first <= row;
      range = ranges[next]
    ) {
      next += 1;
      // Spreadsheets write no overlapping ranges. Of those in a made-up file, one for a column is enough.
      const least = current.get(range.column)?.last ?? row - 1;
      if (range.last > least) current.set(range.column, range);
    }
    return [...current.values()].map(({ column, text }) => ({
      column,
      sentence: cellTexts.merged(cellPlace(row, column), text),
    }));
  };
}

/** By their first row. */
async function readRanges(bytes: AsyncIterable<Buffer>): Promise<Range[]> {
  const ranges = new Map<string, Range>();
  let rest = '';
  for await (const chunk of bytes) {
    const piece = rest + chunk.toString('latin1');
    for (const [, text = '', letters = '', first, last] of piece.matchAll(element)) {
      const column = columnNumber(letters);
      if (column >= mostImportColumns) continue;
      ranges.set(text, { text, column, first: Number(first), last: Number(last) });
    }
    if (ranges.size > mostRanges) throw new BadFileError(badFileTexts.tooManyMerged);
    rest = piece.slice(-overlap);
  }
  return [...ranges.values()].toSorted((one, other) => one.first - other.first);
}
