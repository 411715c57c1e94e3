import {
  badFileTexts,
  cellPlace,
  cellTexts,
  mostImportColumns,
} from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import { columnNumber } from './column-number.ts';
import type { CellProblem } from './file-settings.ts';
import { readXml } from './xml.ts';

interface Range {
  text: string;
  column: number;
  first: number;
  last: number;
}

const tag = 'mergeCell';
const reference = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/;
const mostRanges = 10_000;

/**
 * Says for each row which of its cells are merged, at most one range for a column. Ask for the rows in their
 * order. The list is behind the rows in the file, so it is searched for before they are read.
 */
export async function findMerged(
  read: () => AsyncIterable<Buffer>,
): Promise<(row: number) => CellProblem[]> {
  // Most sheets have none, and need not be parsed twice.
  const ranges = (await hasTag(read())) ? await readRanges(read()) : [];
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

/** In any of the encodings that are read. */
async function hasTag(bytes: AsyncIterable<Buffer>): Promise<boolean> {
  let rest = '';
  for await (const chunk of bytes) {
    const piece = rest + chunk.toString('latin1').replaceAll('\0', '');
    if (piece.includes(tag)) return true;
    rest = piece.slice(-tag.length);
  }
  return false;
}

/** By their first row. */
async function readRanges(bytes: AsyncIterable<Buffer>): Promise<Range[]> {
  const ranges = new Map<string, Range>();
  await readXml(bytes, {
    open: (name, { ref = '' }) => {
      if (name !== tag) return;
      const [text, letters = '', first, last] = reference.exec(ref) ?? [];
      if (text === undefined) return;
      const column = columnNumber(letters);
      if (column >= mostImportColumns) return;
      ranges.set(text, { text, column, first: Number(first), last: Number(last) });
      if (ranges.size > mostRanges) throw new BadFileError(badFileTexts.tooManyMerged);
    },
  });
  return [...ranges.values()].toSorted((one, other) => one.first - other.first);
}
