import { sql, type Selectable } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  MemberType,
  MemberTypeUse,
  searchMemberTypes,
} from '#contract/member-types/endpoints.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { columnOf, containingAll, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Sorting } from '#server/platform/db/lists/search.ts';
import type { Tables } from '#server/platform/db/tables.ts';

type Row = Selectable<Tables['member_types']>;

export async function allMemberTypes(db: Db): Promise<MemberType[]> {
  const rows = await db
    .selectFrom('member_types')
    .selectAll()
    .orderBy(textOf('name'))
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
    isFeeConfirmed: row.fee_confirmed_at !== null,
  };
}

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('created_at'),
    name: textOf('name'),
    fee: columnOf('fee_cents'),
    isfamily: columnOf('is_family'),
    isretired: sql`retired_at IS NOT NULL`,
  },
  default: 'name',
  defaultDescending: false,
  id: columnOf('id'),
};

function typeRows(db: Db) {
  return db.selectFrom('member_types').selectAll();
}

/** Includes retired types, because members that have one must be searchable. */
export function searchTypes(
  db: Db,
  filters: BodyOf<typeof searchMemberTypes>,
): Listing<MemberType> {
  return listing(db, {
    rows: typeRows,
    from: sql`member_types`,
    conditions: containingAll([[textOf('name'), filters.name]]),
    text: sql`fold(name || ' ' || description)`,
    paging: filters,
    sorting,
    wireOf: memberTypeOf,
  });
}

/** Counts the uses of a type, including archived members and invoices in any state. */
export async function useOf(db: Db, id: string): Promise<MemberTypeUse> {
  const countOf = (table: 'members' | 'membership_periods' | 'invoices') =>
    sql<number>`(SELECT count(*) FROM ${sql.table(table)} WHERE member_type_id = ${id})`;
  return db
    .selectNoFrom([
      countOf('members').as('members'),
      countOf('membership_periods').as('periods'),
      countOf('invoices').as('invoices'),
    ])
    .executeTakeFirstOrThrow();
}

/** Counts the members and relatives that are visible because this is a family type. */
export async function relativesOf(db: Db, id: string) {
  return db
    .selectFrom('member_relatives as r')
    .innerJoin('members as m', 'm.id', 'r.main_member_id')
    .where('m.member_type_id', '=', id)
    .where('m.archived_at', 'is', null)
    .where('r.aged_out_at', 'is', null)
    .select([
      sql<number>`count(*)`.as('relatives'),
      sql<number>`count(DISTINCT m.id)`.as('members'),
    ])
    .executeTakeFirstOrThrow();
}
