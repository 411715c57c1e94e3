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
import { readPeriod } from '../figures/read-period.ts';
import { readJournal } from '../journal/read-journal.ts';
import { readSettings } from '../queries.ts';
import { readSchedules, readStoredSchedules } from './schedules.ts';
import { readVatSchedule } from './read-vat-schedule.ts';
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

/** In a snapshot: the movements are read as the file is written. */
export async function readWorkbook(
  { db, at }: { db: Db; at: Date },
  period: Period,
): Promise<Workbook> {
  const figures = await readPeriod({ db, at }, period);
  const { byMonth, combined, unposted, readAt } = figures;
  const { month, vatBasis } = combined;
  const [first, last] = [firstDayOf(byMonth[0]?.month ?? month), lastDayOf(month)];
  const vatFrom = byMonth.length === 1 ? firstDayOf(addMonths(month, -1)) : first;
  // An earlier version may have closed one of the months.
  const accounts =
    combined.accounts ?? (await readAccounts(db, { first, last, before: null, unposted }));
  return {
    figures,
    journal: await readJournal(db, byMonth),
    schedules: (await readStoredSchedules(db, month)) ?? (await readSchedules(db, last, combined)),
    accounts: (await readSettings(db)).accounts,
    vat: vatBasis ? await readVatSchedule(db, vatBasis, { first: vatFrom, last }) : null,
    parts: partsOf(accounts, combined.owed.opening),
    book: readBook(db, { first, last, unposted, at: readAt }),
  };
}
