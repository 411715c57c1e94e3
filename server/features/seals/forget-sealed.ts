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
  await sql`
    INSERT INTO entries_to_seal (event, ${sql.ref(column)})
    SELECT 'erased', id FROM unnest(${idsOf(column, ids)}) AS ids (id)`.execute(db);
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
