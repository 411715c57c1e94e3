import { sql } from 'kysely';
import type { ExportKind } from '#contract/imports/export-kinds.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import type { AppliedRow, CheckedGroup, ImportJob, ImportKind } from '../import-kind.ts';
import { type ExportReader, exportReader } from './read-exported.ts';

export interface ExportedRow {
  id: string;
  reader: ExportReader;
}

interface Spec<Row extends ExportedRow> {
  kind: ExportKind;
  table: keyof Tables;
  read: (reader: ExportReader) => Row;
  /** Finds what the rows refer to, and what is taken. It adds to the problems of a row. */
  resolve?: (ctx: Context, rows: Row[]) => Promise<void>;
  insert: (ctx: Context, job: ImportJob, rows: Row[]) => Promise<void>;
  undo?: (ctx: Context, job: ImportJob, rows: AppliedRow[]) => Promise<void>;
}

/**
 * Rows of an export become the records that they were, with their ids. A record that is here stays as it is,
 * so that the same file adds nothing twice. product-rules 20.10.
 */
export function exportedKind<Row extends ExportedRow>(spec: Spec<Row>): ImportKind<Row> {
  const { kind, table } = spec;
  return {
    linksOf: () => ({ keys: [], isPart: false }),
    async check(ctx, job, groups) {
      const rows = groups.map(({ main }) => spec.read(exportReader(kind, job, main)));
      const stored = await checksumsOf(ctx.db, table, rows);
      const added = rows.filter(
        ({ id, reader }) => !stored.has(id) && reader.problems.length === 0,
      );
      if (added.length > 0) await spec.resolve?.(ctx, added);
      return rows.map((row) => outcomeOf(row, stored.has(row.id)));
    },
    async apply(ctx, job, groups) {
      const rows = groups.map(({ plan }) => plan);
      if (rows.length === 0) return [];
      await spec.insert(ctx, job, rows);
      const checksums = await checksumsOf(ctx.db, table, rows);
      return rows.map(({ id, reader }) => ({
        row: reader.row,
        recordId: id,
        undo: { checksum: checksums.get(id) ?? '' },
      }));
    },
    findObstacles: ({ db }, _job, rows, locks) => findChanged(db, table, { rows, locks }),
    undo:
      spec.undo ??
      (async ({ db }, _job, rows) => {
        const ids = rows.map(({ recordId }) => recordId);
        await sql`DELETE FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[])`.execute(db);
      }),
  };
}

function outcomeOf<Row extends ExportedRow>(row: Row, isStored: boolean): CheckedGroup<Row> {
  const { problems, row: place } = row.reader;
  const sound = isStored ? 'same' : 'new';
  const fate = problems.length > 0 ? 'problem' : sound;
  return {
    row: place,
    fate,
    sentence: problems.join(' '),
    others: [],
    recordId: fate === 'same' ? row.id : null,
    unknown: [],
    plan: fate === 'new' ? row : null,
  };
}

/** One for each record that is here. It changes with any column. */
async function checksumsOf(
  db: Db,
  table: keyof Tables,
  records: { id: string }[],
): Promise<Map<string, string>> {
  const ids = records.map(({ id }) => id).filter((id) => id !== '');
  const { rows } = await sql<{ id: string; checksum: string }>`
    SELECT t.id, md5(t::text) AS checksum FROM ${sql.table(table)} AS t
    WHERE t.id = ANY(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, checksum }) => [id, checksum]));
}

/** What an administrator or a payment has changed since prevents the undo. */
async function findChanged(
  db: Db,
  table: keyof Tables,
  { rows, locks }: { rows: AppliedRow[]; locks: boolean },
) {
  const ids = rows.map(({ recordId }) => recordId);
  if (locks) {
    await sql`SELECT id FROM ${sql.table(table)} WHERE id = ANY(${ids}::uuid[])
      ORDER BY id FOR UPDATE`.execute(db);
  }
  const checksums = await checksumsOf(
    db,
    table,
    ids.map((id) => ({ id })),
  );
  return rows
    .filter(({ recordId, undo }) => (checksums.get(recordId) ?? undo.checksum) !== undo.checksum)
    .map(({ row, recordId }) => ({ row, sentence: texts.changed, recordId }));
}
