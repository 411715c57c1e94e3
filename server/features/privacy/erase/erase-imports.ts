import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { eraseRows } from './erase-rows.ts';
import type { Subject } from '../find-subject.ts';

/** A row of an import names the person. The file of one that was not imported may, and is discarded. */
export async function eraseImports({ db, at }: Context, { memberIds, emails }: Subject) {
  const rows = sql`(record_id = ANY (${memberIds}::uuid[]) OR EXISTS (
    SELECT FROM unnest(${emails}::text[]) AS a (email)
    WHERE position(a.email IN lower(cells::text || sentence)) > 0))`;
  const named = sql`(SELECT i.id FROM imports AS i
    WHERE i.state IN ('uploaded', 'checked') AND (
      EXISTS (SELECT FROM import_rows WHERE import_id = i.id AND ${rows})
      OR EXISTS (SELECT FROM unnest(${emails}::text[]) AS a (email)
        WHERE position(a.email IN lower(i.sample::text)) > 0)))`;
  const { rows: open } = await sql<{ id: string }>`${named}`.execute(db);
  for (const { id } of open) {
    await sql`DELETE FROM import_parts WHERE import_id = ${id}`.execute(db);
    await sql`DELETE FROM import_rows WHERE import_id = ${id}`.execute(db);
    await sql`
      UPDATE imports SET state = 'discarded', sample = NULL, unknown = '[]', problem = NULL,
        forgotten_at = ${at} WHERE id = ${id}`.execute(db);
  }
  await eraseRows(db, 'import_rows', rows);
  await sql`
    UPDATE imports SET sample = NULL WHERE EXISTS (
      SELECT FROM unnest(${emails}::text[]) AS a (email)
      WHERE position(a.email IN lower(sample::text)) > 0)`.execute(db);
}
