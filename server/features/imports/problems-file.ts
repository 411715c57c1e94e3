import { stringify } from 'csv-stringify/sync';
import { problemHeading } from '#contract/imports/texts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { byteOrderMark, harmless } from '#server/platform/http/csv/csv-rows.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { readImport } from './queries.ts';

/**
 * The rows with a problem in the file's own columns, with the sentence in a last one. A family comes with
 * all its rows, so that the file can be corrected and imported again.
 */
export async function writeProblems(db: Db, id: string): Promise<FileReply> {
  const { columns, fileName } = await readImport(db, id);
  const rows = await db
    .selectFrom('import_rows as r')
    .select(['r.cells', 'r.sentence', 'r.fate'])
    .where('r.import_id', '=', id)
    .where('r.fate', '=', 'problem')
    .orderBy('r.row_number')
    .execute();
  const isCorrected = columns.at(-1) === problemHeading;
  const width = isCorrected ? columns.length - 1 : columns.length;
  const lines = rows.map(({ cells, sentence }) => [
    ...Array.from({ length: width }, (_, index) => harmless(cells?.[index] ?? '')),
    harmless(sentence),
  ]);
  const text = stringify([[...columns.slice(0, width).map(harmless), problemHeading], ...lines], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]|^\s|\s$/,
  });
  const name = `${fileName.replace(/\.\w+$/, '')}-problems.csv`;
  return { name, bytes: Buffer.from(byteOrderMark + text), isDownload: true };
}
