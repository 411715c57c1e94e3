import { sql } from 'kysely';
import { fileOfKind, type ExportKind } from '#contract/imports/export-kinds.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { ExportedRow } from './exported-kind.ts';

/** The ids of the records with these values in a column, by the value. */
export async function idsBy<Value extends string | number>(
  db: Db,
  table: 'members' | 'invoices' | 'donations' | 'payments',
  column: 'id' | 'number',
  values: (Value | null)[],
): Promise<Map<Value, string>> {
  const array = column === 'id' ? sql`${values}::uuid[]` : sql`${values}::integer[]`;
  const { rows } = await sql<{ id: string; value: Value }>`
    SELECT id, ${sql.ref(column)} AS value FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} = ANY(${array})`.execute(db);
  return new Map(rows.map(({ id, value }) => [value, id]));
}

/** The records of a small table by their names. */
export async function idsByName(
  db: Db,
  table: 'member_types' | 'member_statuses' | 'donation_types',
): Promise<Map<string, string>> {
  const rows = await db.selectFrom(table).select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** The id that a cell refers to. Without it, the row has a problem that names the file to import first. */
export function referenceOf<Value extends string | number>(
  { reader }: ExportedRow,
  key: string,
  { ids, value, kind }: { ids: Map<Value, string>; value: Value | null; kind: ExportKind },
): string | null {
  if (value === null || value === '') return null;
  const id = ids.get(value);
  if (id === undefined) {
    reader.fail(key, (label, text) => texts.noRecord(label, text, `${fileOfKind[kind]}.csv`));
  }
  return id ?? null;
}

/** Another record here has the number. */
export function assertFree({ reader }: ExportedRow, key: string, isTaken: boolean): void {
  if (isTaken) reader.fail(key, texts.taken);
}
