import { Readable } from 'node:stream';
import { problemHeading } from '#contract/imports/texts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { byteOrderMark, harmless, linesOf } from '#server/platform/http/csv/csv-rows.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { readImport } from './queries.ts';

/** The rows of a file may have 25 million characters together. */
const rowsAtOnce = 500;

/**
 * The rows with a problem in the file's own columns, with the sentence in a last one. A family comes with
 * all its rows, so that the file can be corrected and imported again.
 */
export async function writeProblems(db: Db, id: string): Promise<FileReply> {
  const { columns, fileName } = await readImport(db, id);
  const isCorrected = columns.at(-1) === problemHeading;
  const own = isCorrected ? columns.slice(0, -1) : columns;
  const name = `${fileName.replace(/\.\w+$/, '')}-problems.csv`;
  return { name, bytes: Readable.from(piecesOf(db, id, own)), isDownload: true };
}

async function* piecesOf(db: Db, id: string, columns: string[]): AsyncGenerator<string> {
  yield byteOrderMark + linesOf([[...columns.map(harmless), problemHeading]]);
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['row_number', 'cells', 'sentence'])
      .where('import_id', '=', id)
      .where('fate', '=', 'problem')
      .where('row_number', '>', last)
      .orderBy('row_number')
      .limit(rowsAtOnce)
      .execute();
    yield linesOf(
      rows.map(({ cells, sentence }) =>
        [...columns.map((_, index) => cells?.[index] ?? ''), sentence].map(harmless),
      ),
    );
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)?.row_number ?? last;
  }
}
