import { Readable } from 'node:stream';
import type { ListFormat } from '#contract/csv.ts';
import { problemHeading } from '#contract/imports/texts.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { byteOrderMark, harmless, linesOf } from '#server/platform/http/csv/csv-rows.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { writeSheet } from '#server/platform/spreadsheets/write-sheet.ts';
import { readImport } from './queries.ts';
import { ownColumns } from './upload-import.ts';

/** The rows of a file may have 25 million characters together. */
const rowsAtOnce = 500;

/**
 * The rows that wait or have a problem in the file's own columns, with the sentence in a last one. A family comes with
 * all its rows, so that the file can be corrected and imported again.
 */
export async function writeProblems(
  { db, at }: Context,
  id: string,
  format: ListFormat,
): Promise<FileReply> {
  const { columns, fileName } = await readImport(db, id);
  const own = ownColumns(columns);
  const name = `${fileName.replace(/\.\w+$/, '')}-problems.${format}`;
  const header = [...own, problemHeading];
  const rows = problemRows(db, id, own.length);
  const pieces = format === 'csv' ? csvOf(header, rows) : writeSheet({ header, rows, at });
  return { name, bytes: Readable.from(pieces), isDownload: true };
}

async function* csvOf(header: string[], batches: AsyncIterable<string[][]>) {
  const lines = (rows: string[][]) => linesOf(rows.map((cells) => cells.map(harmless)));
  yield byteOrderMark + lines([header]);
  for await (const rows of batches) yield lines(rows);
}

async function* problemRows(db: Db, id: string, columns: number): AsyncGenerator<string[][]> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row_number', 'cells', 'sentence'])
      .where('import_id', '=', id)
      .where('fate', 'in', ['waiting', 'problem'])
      .where('row_number', '>', last)
      .orderBy('row_number')
      .limit(rowsAtOnce)
      .execute();
    yield rows.map(({ cells, sentence }) => [
      ...Array.from({ length: columns }, (_, index) => cells?.[index] ?? ''),
      sentence,
    ]);
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)?.row_number ?? last;
  }
}
