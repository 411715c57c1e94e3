import type { CsvLayout } from './layouts/csv-layout.ts';
import { largeBanks } from './layouts/large-banks.ts';
import { otherBanks } from './layouts/other-banks.ts';
import { type DayFormat, readBankDay } from './bank-values.ts';
import type { LayoutKey } from '#contract/bank-statements/layouts.ts';

/** The headings are in one of the first rows. */
export const headerRows = 20;

/** Where each column of a layout is in this file, from 0. */
export interface Places {
  day: number;
  amount: number | null;
  moneyIn: number | null;
  moneyOut: number | null;
  fee: number | null;
  text: number[];
  reference: number | null;
  kind: number | null;
  balance: number | null;
  account: number | null;
  number: number | null;
}

/** A layout with its places, or the choice of an administrator. */
export interface Table extends Pick<
  CsvLayout,
  'tag' | 'takesFirstText' | 'newestFirst' | 'feeIsPositive' | 'pending' | 'facts'
> {
  key: LayoutKey;
  bank: string | null;
  headings?: string[];
  places: Places;
  day: DayFormat;
  /** Empty cells at the end of a row are left out, as in a workbook. */
  hasShortRows?: boolean;
  /** Positive amounts are money out. */
  isReversed?: boolean;
  /** Before it, rows can only say something about the statement. */
  firstRow: number;
}

export interface FoundLayout {
  layout: CsvLayout;
  /** Index among the rows. -1: the file has no headings. */
  header: number;
  places: Places;
}

/** The layout of these first rows, or `null`. The first date below the headings must fit it, too. */
export function recogniseLayout(rows: string[][]): FoundLayout | null {
  for (const layout of [...largeBanks, ...otherBanks]) {
    const header = layout.headings === undefined ? -1 : headerOf(rows, layout.headings);
    if (header === null || (header === -1 && !hasSignature(rows, layout))) continue;
    const places = placesOf(layout, rows[header] ?? []);
    if (places !== null && firstDayFits(rows.slice(header + 1), layout, places)) {
      return { layout, header, places };
    }
  }
  return null;
}

function headerOf(rows: string[][], headings: string[]): number | null {
  const at = rows.findIndex((cells) => isHeader(cells, headings));
  return at === -1 ? null : at;
}

export function isHeader(cells: string[], headings: string[]): boolean {
  return headings.every((heading, at) => plainHeading(cells[at] ?? '') === plainHeading(heading));
}

/** "'Number'", "NUMBER" and "Number" are the same. */
function plainHeading(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function hasSignature(rows: string[][], { signature }: CsvLayout): boolean {
  return (
    signature !== undefined &&
    rows.some((cells) => signature.every(({ at, text }) => text.test(cells[at] ?? '')))
  );
}

function placesOf({ columns }: CsvLayout, header: string[]): Places | null {
  const headings = header.map(plainHeading);
  const placeOf = (column: string | number | undefined): number | null => {
    if (typeof column === 'number') return column;
    const at = column === undefined ? -1 : headings.indexOf(plainHeading(column));
    return at === -1 ? null : at;
  };
  const places = {
    amount: placeOf(columns.amount),
    moneyIn: placeOf(columns.moneyIn),
    moneyOut: placeOf(columns.moneyOut),
    fee: placeOf(columns.fee),
    text: columns.text.flatMap((column) => placeOf(column) ?? []),
    reference: placeOf(columns.reference),
    kind: placeOf(columns.kind),
    balance: placeOf(columns.balance),
    account: placeOf(columns.account),
    number: placeOf(columns.number),
  };
  const day = placeOf(columns.day);
  const hasAmount = places.amount !== null || (places.moneyIn !== null && places.moneyOut !== null);
  return day === null || !hasAmount || places.text.length === 0 ? null : { ...places, day };
}

/** The same headings with another order of day and month are the file of another bank. */
function firstDayFits(
  rows: string[][],
  { day, tag, firstDay }: CsvLayout,
  places: Places,
): boolean {
  // The year of a day without one is not known yet.
  const format = day === 'dM' ? null : day;
  const first = rows.find(
    (cells) =>
      (tag === undefined || tag.text.test(cells[tag.at] ?? '')) &&
      /\d/.test(cells[places.day] ?? '') &&
      cells.length > places.day + 1,
  );
  if (first === undefined) return firstDay === undefined;
  if (firstDay?.test(first[places.day] ?? '') === false) return false;
  if (format === null) return true;
  return 'value' in readBankDay(first[places.day] ?? '', format, { from: null, to: null });
}
