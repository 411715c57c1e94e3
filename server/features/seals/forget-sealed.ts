import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { SealedEvent } from './forms.ts';

type Column = SealedEvent['column'];

/**
 * In the transaction that erases the personal values of these entries: deletes their salts, so that nobody can
 * tell from the seals what was erased. The next seal deletes a salt that is being made now.
 */
export async function forgetSealed(
  db: Db,
  column: Column,
  entries: readonly { id: string | number }[],
): Promise<void> {
  const ids = entries.map(({ id }) => id);
  await deleteSalts(db, column, ids);
  await noteToSeal(db, { event: 'erased', column, ids });
}

/** Undoing an import deletes payments or uses of credits: seals that they were deleted. */
export async function sealDeletion(
  db: Db,
  column: Exclude<Column, 'audit_entry_id'>,
  deleted: readonly { id: string }[],
): Promise<void> {
  const ids = deleted.map(({ id }) => id);
  await noteToSeal(db, { event: 'deleted', column, ids });
  await forgetSealed(db, column, deleted);
}

const idsOf = (column: Column, ids: readonly (string | number)[]) =>
  column === 'audit_entry_id' ? sql`${ids}::bigint[]` : sql`${ids}::uuid[]`;

async function deleteSalts(
  db: Db,
  column: Column,
  ids: readonly (string | number)[],
): Promise<void> {
  await sql`
    DELETE FROM seal_salts AS x USING sealed_entries AS s
    WHERE (x.seal, x.position) = (s.seal, s.position)
      AND ${sql.ref(`s.${column}`)} = ANY (${idsOf(column, ids)})`.execute(db);
}

interface Note {
  event: 'deleted' | 'erased';
  column: Column;
  ids: readonly (string | number)[];
}

async function noteToSeal(db: Db, { event, column, ids }: Note): Promise<void> {
  await sql`
    INSERT INTO entries_to_seal (event, ${sql.ref(column)})
    SELECT ${event}, id FROM unnest(${idsOf(column, ids)}) AS ids (id)`.execute(db);
}
