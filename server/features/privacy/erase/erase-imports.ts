import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { Subject } from './find-subject.ts';

/** A row of an import names the person. The file of one that was not imported may, and is discarded. */
export async function eraseImports({ db, at }: Context, { memberId, merged, emails }: Subject) {
  const ids = [memberId, ...merged.map((one) => one.memberId)];
  const rows = sql`(r.record_id = ANY (${ids}::uuid[]) OR EXISTS (
    SELECT FROM unnest(${emails}::text[]) AS a (email)
    WHERE position(a.email IN lower(r.cells::text || r.sentence)) > 0))`;
  const named = sql`(SELECT i.id FROM imports AS i
    WHERE i.state IN ('uploaded', 'checked') AND (
      EXISTS (SELECT FROM import_rows AS r WHERE r.import_id = i.id AND ${rows})
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
  await sql`
    UPDATE import_rows AS r SET cells = NULL, cell_problems = NULL, sentence = '', undo = NULL,
      record_id = NULL WHERE ${rows}`.execute(db);
  await sql`
    UPDATE imports SET sample = NULL WHERE EXISTS (
      SELECT FROM unnest(${emails}::text[]) AS a (email)
      WHERE position(a.email IN lower(sample::text)) > 0)`.execute(db);
}
