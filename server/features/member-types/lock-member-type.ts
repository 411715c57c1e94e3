import type { Selectable } from 'kysely';
import { memberTypeTexts } from '#contract/member-types/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { notFound } from '#server/errors.ts';

/** Until the transaction ends nobody else changes the type, and nobody begins to use it. */
export async function lockMemberType(
  db: Db,
  id: string,
): Promise<Selectable<Tables['member_types']>> {
  const row = await db
    .selectFrom('member_types')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound(memberTypeTexts.notFound);
  return row;
}
