import assert from 'node:assert/strict';
import {
  type MovementFilter,
  movementGroups,
  type MovementKind,
  movementNames,
} from '#contract/month-end/cash-book.ts';
import { cashBookTexts } from '#contract/month-end/cash-book-texts.ts';
import type { Period } from '#contract/month-end/periods.ts';
import { moneyKinds } from '#server/features/ledger/accounts.ts';
import type { BookPart } from '#server/features/month-end/cash-book/read-book.ts';
import { bookSheet } from '#server/features/month-end/pack/book-sheet.ts';
import { readWorkbook } from '#server/features/month-end/pack/spreadsheet-file.ts';
import type { SheetCell } from '#server/platform/spreadsheets/write-sheet.ts';
import type { TestApp } from '../app.ts';

interface Sums {
  opening: number | null;
  entered: number;
  moneyIn: number;
  moneyOut: number;
  closing: number | null;
}

const valueOf = (cell: SheetCell | undefined) =>
  typeof cell === 'object' ? cell.value : (cell ?? '');
const cents = (rand: number) => Math.round(rand * 100) || 0;
const randOf = (cell: SheetCell | undefined) => Number(valueOf(cell));

/**
 * The sheet Cash Book of the pack, as somebody with a spreadsheet reads it: in each account, what was brought forward and
 * the movements make what is carried forward. Answers how to add up the rows that a figure names.
 */
export async function traceBook(
  app: TestApp,
  period: Period,
): Promise<(filter: MovementFilter) => Sums> {
  const workbook = await readWorkbook(app.ctx(), period);
  const { schedules } = workbook;
  const { owed, credits, deferred } = workbook.figures.combined;
  const totals = (['owed', 'credits', 'deferred'] as const).map((of) =>
    schedules[of].reduce((all, row) => all + row.cents, 0),
  );
  assert.deepEqual(
    totals,
    [owed.closing, credits.closing, deferred?.closing ?? 0],
    `schedules of ${period}`,
  );
  const rows: (readonly SheetCell[])[] = [];
  for await (const batch of bookSheet(workbook).rows) rows.push(...batch);
  const first = valueOf(rows.find(([, , , , what]) => what === cashBookTexts.brought)?.[1]);
  const parts = new Map<BookPart, { opening: number; closing: number; rows: typeof rows }>();
  for (const part of workbook.parts) {
    const own = rows.filter(([title]) => title === part.title);
    const [brought, carried] = [cashBookTexts.brought, cashBookTexts.carried].map((end) =>
      own.find(([, , , , what]) => what === end),
    );
    const moved = own.filter((row) => row !== brought && row !== carried);
    const [opening, closing] = [randOf(brought?.[9]), randOf(carried?.[9])];
    const sum = moved.reduce((all, row) => all + randOf(row[7]) - randOf(row[8]), opening);
    assert.equal(cents(sum), cents(closing), `${period}, ${part.title}`);
    assert.deepEqual(moved.at(-1)?.[9] ?? brought?.[9], carried?.[9], part.title);
    parts.set(part, { opening, closing, rows: moved });
  }
  return ({ account, what, method, recordKind, isLate }) => {
    const chosen = [...parts].filter(([part]) => isOf(part, account));
    const matching = chosen.flatMap(([, part]) =>
      part.rows.filter(
        ([, , on, , name, document, by]) =>
          (what === undefined || namesOf(what).includes(valueOf(name))) &&
          (method === undefined || by === method) &&
          (recordKind === undefined ||
            `${valueOf(document)}`.startsWith(recordKind === 'invoice' ? 'INV' : 'DON')) &&
          (isLate === undefined || valueOf(on) < first === isLate),
      ),
    );
    const isOpening = ([, , , , name]: (typeof matching)[number]) =>
      valueOf(name) === movementNames.opening;
    const add = (place: number, isEntered = false) =>
      matching.reduce(
        (all, row) => (isOpening(row) === isEntered ? all + randOf(row[place]) : all),
        0,
      );
    const ends = (of: 'opening' | 'closing') => chosen.reduce((all, [, part]) => all + part[of], 0);
    return {
      opening: ends('opening'),
      entered: add(7, true) - add(8, true),
      moneyIn: add(7),
      moneyOut: add(8),
      closing: ends('closing'),
    };
  };
}

/** As the cash book understands its filter. */
function isOf(part: BookPart, account: string): boolean {
  if (account === 'money') return (moneyKinds as readonly string[]).includes(part.account);
  const [kind, of] = account.split(':');
  if (of !== undefined) return part.account === kind && part.of === of;
  return part.account === kind && (kind !== 'bank' || part.of === null);
}

function namesOf(what: string): (string | number)[] {
  const group = Object.entries(movementGroups).find(([name]) => name === what)?.[1];
  const kinds: readonly MovementKind[] = group?.kinds ?? [what as MovementKind];
  return kinds.map((kind) => movementNames[kind]);
}
