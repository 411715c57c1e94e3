import type { Selectable } from 'kysely';
import type { MemberType } from '#contract/member-types.ts';
import type { Db } from '../db/pool.ts';
import type { Tables } from '../db/tables.ts';

type Row = Selectable<Tables['member_types']>;

export async function allMemberTypes(db: Db): Promise<MemberType[]> {
  const rows = await db
    .selectFrom('member_types')
    .selectAll()
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(memberTypeOf);
}

export async function findMemberType(db: Db, id: string): Promise<Row | undefined> {
  return db.selectFrom('member_types').selectAll().where('id', '=', id).executeTakeFirst();
}

export function memberTypeOf(row: Row): MemberType {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    fee: row.fee_cents / 100,
    isFamily: row.is_family,
    isRetired: row.retired_at !== null,
  };
}
