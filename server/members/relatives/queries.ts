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
    // Those of one moment as they sit.
    createdutc: sql`(r.created_at, r.seat)`,
    firstname: textOf('r.first_name'),
    lastname: textOf('r.last_name'),
    email: textOf('r.email'),
  },
  default: 'createdutc',
  defaultDescending: false,
  tie: columnOf('r.id'),
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
  const isFamily = sql<boolean>`(SELECT t.is_family FROM members m
    JOIN member_types t ON t.id = m.member_type_id WHERE m.id = r.main_member_id)`;
  return searchRows(db, {
    rows: db
      .selectFrom('member_relatives as r')
      .select(columns)
      .select(hasAgedOut.as('hasAgedOut')),
    from: sql`member_relatives AS r`,
    always: [
      sql`r.main_member_id = ${memberId}`,
      isFamily,
      sql`(${hasAgedOut}) = ${wanted === true}`,
    ],
    conditions: [],
    paging,
    sorting,
    wireOf: taggedRelative,
  });
}
