import type { Relative } from '#contract/relatives.ts';
import type { Db } from '#server/db/pool.ts';
import { columnOf, searchRows, textOf, type Paging, type Sorting } from '#server/db/search-rows.ts';

const columns = [
  'r.id',
  'r.main_member_id as mainMemberId',
  'r.first_name as firstName',
  'r.last_name as lastName',
  'r.email',
  'r.date_of_birth as dateOfBirth',
] as const;

export async function findRelative(db: Db, id: string): Promise<Relative | undefined> {
  return db
    .selectFrom('member_relatives as r')
    .select(columns)
    .where('r.id', '=', id)
    .executeTakeFirst();
}

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('r.created_at'),
    firstname: textOf('r.first_name'),
    lastname: textOf('r.last_name'),
    email: textOf('r.email'),
  },
  default: 'createdutc',
  defaultDescending: false,
  tie: columnOf('r.seat'),
};

/** A member's relatives, as they sit; hidden while the type is not the family's. Rules §5. */
export async function searchRelativesOf(
  db: Db,
  memberId: string,
  paging: Paging,
): Promise<{ results: Relative[]; totalCount: number }> {
  const relatives = db
    .selectFrom('member_relatives as r')
    .innerJoin('members as m', 'm.id', 'r.main_member_id')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .where('t.is_family', '=', true)
    .where('r.main_member_id', '=', memberId);
  const rows = relatives.select(columns);
  const wireOf = (row: Relative) => row;
  return searchRows({ rows, counted: relatives, conditions: [], paging, sorting, wireOf });
}
