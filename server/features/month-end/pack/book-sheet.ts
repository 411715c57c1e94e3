import { cashBookTexts as texts } from '#contract/month-end/cash-book-texts.ts';
import { figureOfMethod, movementNames } from '#contract/month-end/cash-book.ts';
import { firstDayOf, lastDayOf } from '#contract/month-end/periods.ts';
import type { NamedSheet, SheetCell } from '#server/platform/spreadsheets/write-sheet.ts';
import { type MovementRow, movementOf } from '../cash-book/movement-row.ts';
import type { BookPart } from '../cash-book/read-book.ts';
import { dayCell, rand } from './cells.ts';
import type { PeriodFigures } from '../figures/read-period.ts';

export interface Book {
  /** The accounts with all of their movements. */
  parts: readonly BookPart[];
  book: AsyncIterable<MovementRow[]>;
}

/**
 * All movements, one account after the other, so that every figure of the pack can be added up. Without names and lines of the
 * bank: these can change after the month is closed. The document leads to them.
 */
export function bookSheet({
  parts,
  book,
  figures: { byMonth },
}: Book & { figures: Pick<PeriodFigures, 'byMonth'> }): NamedSheet {
  return {
    name: texts.heading,
    header: [
      'Account',
      'Booked on',
      'Day',
      'Entry',
      'What',
      'Document',
      'Paid by',
      'In',
      'Out',
      'Balance',
    ],
    widths: [30, 12, 12, 10, 28, 14, 16, 14, 14, 14],
    rows: rowsOf(book, {
      parts,
      first: firstDayOf(byMonth[0]?.month ?? ''),
      last: lastDayOf(byMonth.at(-1)?.month ?? ''),
    }),
  };
}

const keyOf = ({ account, of }: Pick<BookPart, 'account' | 'of'>) => `${account} ${of ?? ''}`;

async function* rowsOf(
  book: AsyncIterable<MovementRow[]>,
  { parts, first, last }: { parts: readonly BookPart[]; first: string; last: string },
): AsyncGenerator<SheetCell[][]> {
  const waiting = new Map(parts.map((part) => [keyOf(part), part]));
  const begin = (key: string) => {
    const part = waiting.get(key);
    if (part === undefined) throw new Error(`The figures do not have the account ${key}.`);
    waiting.delete(key);
    return openAccount(key, part);
  };
  let open: Account | null = null;
  for await (const rows of book) {
    const cells: SheetCell[][] = [];
    for (const row of rows) {
      const key = keyOf({ account: row.account, of: row.of_id });
      if (open?.key !== key) {
        cells.push(...(open === null ? [] : [open.carried(last)]));
        open = begin(key);
        cells.push(open.brought(first));
      }
      cells.push(open.movement(row));
    }
    yield cells;
  }
  const rest: SheetCell[][] = open === null ? [] : [open.carried(last)];
  for (const [key, part] of waiting) {
    const still = openAccount(key, part);
    if (part.opening !== 0) rest.push(still.brought(first), still.carried(last));
  }
  yield rest;
}

type Account = ReturnType<typeof openAccount>;

function openAccount(key: string, { title, opening }: BookPart) {
  let [moneyIn, moneyOut] = [0, 0];
  const balance = () => rand(opening + moneyIn - moneyOut);
  const ends = (on: string, what: string, sums: [SheetCell, SheetCell]): SheetCell[] => [
    title,
    dayCell(on),
    '',
    '',
    what,
    '',
    '',
    ...sums,
    balance(),
  ];
  return {
    key,
    brought: (first: string) => ends(first, texts.brought, ['', '']),
    movement(row: MovementRow): SheetCell[] {
      const { entry, bookedOn, what, document, method, ...of } = movementOf(row);
      if (row.cents > 0) moneyIn += row.cents;
      else moneyOut -= row.cents;
      return [
        title,
        dayCell(bookedOn),
        dayCell(of.day),
        entry === null ? '' : { kind: 'number', value: entry },
        movementNames[what],
        document,
        figureOfMethod(method),
        row.cents > 0 ? rand(row.cents) : '',
        row.cents > 0 ? '' : rand(-row.cents),
        balance(),
      ];
    },
    carried: (last: string) => ends(last, texts.carried, [rand(moneyIn), rand(moneyOut)]),
  };
}
