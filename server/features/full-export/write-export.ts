import { sql } from 'kysely';
import { exportFormats } from '#contract/full-export/columns.ts';
import {
  type ExportFile,
  exportFiles,
  exportIndex,
  exportReadme,
  indexColumns,
} from '#contract/full-export/files.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { byteOrderMark, csvHeader, csvLines } from '#server/platform/http/csv/csv-rows.ts';
import { exportQueries } from './queries.ts';
import { readme } from './readme.ts';
import { type ZipEntry, writeZip } from './zip.ts';

/** Rows in memory. */
const batchSize = 500;

/** The zip of all files, from one snapshot: `db` is a transaction that repeats its reads. */
export function writeExport(db: Db, at: Date): AsyncGenerator<Buffer, void> {
  const names = Object.keys(exportFiles) as ExportFile[];
  const entries: ZipEntry[] = [
    { name: exportReadme, chunks: () => [readme(at)] },
    { name: exportIndex, chunks: () => [indexFile(names)] },
    ...names.map((name) => ({ name: `${name}.csv`, chunks: () => linesOf(db, name) })),
  ];
  return writeZip(entries, at);
}

function indexFile(names: ExportFile[]): string {
  const rows = names.flatMap((name) =>
    exportFiles[name].map(({ header, meaning, kind = 'text' }) => ({
      file: `${name}.csv`,
      header,
      meaning,
      format: exportFormats[kind],
    })),
  );
  return byteOrderMark + csvHeader(indexColumns) + csvLines(indexColumns, rows);
}

/** Reads through a cursor, so that only one batch is in memory. */
async function* linesOf(db: Db, name: ExportFile): AsyncGenerator<string> {
  const columns = exportFiles[name];
  yield byteOrderMark + csvHeader(columns);
  await sql`DECLARE exported NO SCROLL CURSOR FOR ${exportQueries[name]}`.execute(db);
  for (;;) {
    const { rows } = await sql<object>`FETCH ${sql.lit(batchSize)} FROM exported`.execute(db);
    if (rows.length > 0) yield csvLines(columns, rows);
    if (rows.length < batchSize) break;
  }
  await sql`CLOSE exported`.execute(db);
}
