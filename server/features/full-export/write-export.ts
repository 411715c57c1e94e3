import { sql } from 'kysely';
import type { CsvColumn } from '#contract/csv.ts';
import { type ExportFile, exportFormats } from '#server/features/privacy/tables/csv-file.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { byteOrderMark, csvHeader, csvLines } from '#server/platform/http/csv/csv-rows.ts';
import { exportFiles } from './files.ts';
import { readme } from './readme.ts';
import { type ZipEntry, writeZip } from '#server/platform/files/write-zip.ts';

/** Rows in memory. */
const batchSize = 500;

/** The zip of all files, from one snapshot: `db` is a transaction that repeats its reads. */
export function writeExport(db: Db, at: Date): AsyncGenerator<Buffer, void> {
  const entries: ZipEntry[] = [
    { name: 'README.txt', chunks: () => [readme(at)] },
    { name: 'columns.csv', chunks: () => [indexFile()] },
    ...Object.entries(exportFiles).map(([name, file]) => ({
      name: `${name}.csv`,
      chunks: () => linesOf(db, file),
    })),
  ];
  return writeZip(entries, at);
}

const indexColumns: CsvColumn[] = [
  { header: 'File', field: 'file' },
  { header: 'Column', field: 'header' },
  { header: 'Meaning', field: 'meaning' },
  { header: 'Format', field: 'format' },
];

/** Describes all columns of all files. */
function indexFile(): string {
  const rows = Object.entries(exportFiles).flatMap(([name, { columns }]) =>
    columns.map(({ header, meaning, kind }) => ({
      file: `${name}.csv`,
      header,
      meaning,
      format: exportFormats[kind],
    })),
  );
  return byteOrderMark + csvHeader(indexColumns) + csvLines(indexColumns, rows);
}

/** Reads through a cursor, so that only one batch is in memory. */
async function* linesOf(db: Db, { columns, from, order }: ExportFile): AsyncGenerator<string> {
  yield byteOrderMark + csvHeader(columns);
  const values = columns.map(({ value, field }) => sql`${value} AS ${sql.id(field)}`);
  await sql`
    DECLARE exported NO SCROLL CURSOR FOR
    SELECT ${sql.join(values)} FROM ${from} ORDER BY ${order}`.execute(db);
  for (;;) {
    const { rows } = await sql<object>`FETCH ${sql.lit(batchSize)} FROM exported`.execute(db);
    if (rows.length > 0) yield csvLines(columns, rows);
    if (rows.length < batchSize) break;
  }
  await sql`CLOSE exported`.execute(db);
}
