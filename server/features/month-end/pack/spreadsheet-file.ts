import { Readable } from 'node:stream';
import { addMonths, firstDayOf, lastDayOf, type Period } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import type { TakeTurn } from '#server/platform/concurrency/turns.ts';
import { inSnapshot } from '#server/platform/db/lists/listing.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { watched } from '#server/platform/http/csv/send-list.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { writeWorkbook } from '#server/platform/spreadsheets/write-sheet.ts';
import { partsOf, readBook } from '../cash-book/read-book.ts';
import { readAccounts } from '../figures/read-accounts.ts';
import { type MonthFigures, readClosedFigures } from '../figures/month-figures.ts';
import { readPeriod } from '../figures/read-period.ts';
import { vatSpans } from '../figures/vat-section.ts';
import { readJournal } from '../journal/read-journal.ts';
import { readSettings } from '../queries.ts';
import { readSchedules, readStoredSchedules } from './schedules.ts';
import { readVatSchedule, type VatSchedule } from './read-vat-schedule.ts';
import { sheetsOf, type Workbook } from './write-spreadsheet.ts';

/** Streams all of a period from one snapshot, so that a year with many movements needs no more memory than a month. */
export async function spreadsheetFile(
  ctx: Context,
  period: Period,
  takeTurn: TakeTurn,
): Promise<FileReply> {
  const pieces = piecesOf(ctx, period, takeTurn);
  // The first piece is made before the headers, so that a failure can still be an error reply.
  const first = await pieces.next();
  const bytes: Readable = Readable.from(
    watched(first, pieces, () => bytes.destroy(new Error('The download stood still.'))),
  );
  return { name: `month-end-${period}.xlsx`, bytes, isDownload: true };
}

async function* piecesOf(
  { db, at, by }: Context,
  period: Period,
  takeTurn: TakeTurn,
): AsyncGenerator<Buffer, void> {
  const endTurn = await takeTurn(by?.userId ?? '');
  try {
    yield* inSnapshot(db, async function* pieces(reading) {
      const workbook = await readWorkbook({ db: reading, at }, period);
      yield* writeWorkbook(sheetsOf(workbook), workbook.figures.readAt);
    });
  } finally {
    endTurn();
  }
}

/** Of two months, as a VAT return has them, or of the year. Each month by its own basis. */
async function readVatSchedules(db: Db, byMonth: readonly MonthFigures[]): Promise<VatSchedule[]> {
  const [first] = byMonth;
  if (first === undefined) return [];
  const before = addMonths(first.month, -1);
  // One that is not closed has the same basis, or is before the books.
  const beforeFirst = (await readClosedFigures(db, before)) ?? { ...first, month: before };
  const months = byMonth.length > 1 ? byMonth : [beforeFirst, first];
  const schedules: VatSchedule[] = [];
  for (const { basis, ...days } of vatSpans(months))
    if (basis !== null) schedules.push(await readVatSchedule(db, basis, days));
  return schedules;
}

/** In a snapshot: the movements are read as the file is written. */
export async function readWorkbook(
  { db, at }: { db: Db; at: Date },
  period: Period,
): Promise<Workbook> {
  const figures = await readPeriod({ db, at }, period);
  const { byMonth, combined, unposted, readAt } = figures;
  const { month } = combined;
  const [first, last] = [firstDayOf(byMonth[0]?.month ?? month), lastDayOf(month)];
  // An earlier version may have closed one of the months.
  const accounts =
    combined.accounts ?? (await readAccounts(db, { first, last, before: null, unposted }));
  return {
    figures,
    journal: await readJournal(db, byMonth),
    schedules: (await readStoredSchedules(db, month)) ?? (await readSchedules(db, last, combined)),
    accounts: (await readSettings(db)).accounts,
    vat: await readVatSchedules(db, byMonth),
    parts: partsOf(accounts, combined.owed.opening),
    book: readBook(db, { first, last, unposted, at: readAt }),
  };
}
