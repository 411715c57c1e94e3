import { updateRelative, type Relative } from '#contract/relatives.ts';
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { tagOf } from '#server/http/version.ts';
import { columnOf, searchRows, textOf, type Paging, type Sorting } from '#server/db/search-rows.ts';

/** As verbs and the audit log know it. */
export type PlainRelative = Omit<Relative, 'tag'>;

const columns = [
  'r.id',
  'r.main_member_id as mainMemberId',
  'r.first_name as firstName',
  'r.last_name as lastName',
  'r.email',
  'r.date_of_birth as dateOfBirth',
] as const;

const hasAgedOut = sql<boolean>`r.aged_out_at IS NOT NULL`;

export async function findRelative(db: Db, id: string): Promise<PlainRelative | undefined> {
  return db
    .selectFrom('member_relatives as r')
    .select(columns)
    .select(hasAgedOut.as('hasAgedOut'))
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

/** The tag stands in the record: a list has no header for each of them. Rules §1. */
export function taggedRelative(relative: PlainRelative): Relative {
  return { ...relative, tag: tagOf(updateRelative.versioned, relative) ?? '' };
}

/**
 * A member's relatives, as they sit, or those who have aged out; hidden while the type is not the
 * family's. Rules §5.
 */
export async function searchRelativesOf(
  db: Db,
  memberId: string,
  { hasAgedOut: wanted, ...paging }: Paging & { hasAgedOut?: boolean | '' | never[] | null },
): Promise<{ results: Relative[]; totalCount: number }> {
  const relatives = db
    .selectFrom('member_relatives as r')
    .innerJoin('members as m', 'm.id', 'r.main_member_id')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .where('t.is_family', '=', true)
    .where('r.main_member_id', '=', memberId)
    .where(hasAgedOut, '=', wanted === true);
  const rows = relatives.select(columns).select(hasAgedOut.as('hasAgedOut'));
  const wireOf = taggedRelative;
  return searchRows({ rows, counted: relatives, conditions: [], paging, sorting, wireOf });
}
