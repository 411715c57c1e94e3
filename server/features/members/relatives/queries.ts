import { updateRelative, type Relative } from '#contract/members/relatives.ts';
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { tagOf } from '#server/platform/http/version.ts';
import { columnOf, searchRows, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';

/** The relative as endpoints and the audit log show it. */
export type PlainRelative = Omit<Relative, 'tag'>;

const columns = [
  'r.id',
  'r.main_member_id as mainMemberId',
  'r.first_name as firstName',
  'r.last_name as lastName',
  'r.email',
  'r.date_of_birth as dateOfBirth',
] as const;

const consent = [
  sql<boolean>`r.consent_at IS NOT NULL`.as('hasConsent'),
  sql<string | null>`to_char(r.consent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as(
    'consentUtc',
  ),
];
const notArchived = sql<boolean>`r.main_member_id IN (
  SELECT m.id FROM members m WHERE m.archived_at IS NULL)`;
const hasAgedOut = sql<boolean>`r.aged_out_at IS NOT NULL`;

function relativeRows(db: Db) {
  return db
    .selectFrom('member_relatives as r')
    .select(columns)
    .select(consent)
    .select(hasAgedOut.as('hasAgedOut'));
}

export async function findRelative(db: Db, id: string): Promise<PlainRelative | undefined> {
  return relativeRows(db).where('r.id', '=', id).executeTakeFirst();
}

// Ties are ordered by seat.
const asSeated = sql`r.created_at, r.seat`;
const thenSeated = (name: string) => sql`(${textOf(name)}, ${asSeated})`;
const sorting: Sorting = {
  columns: {
    createdutc: sql`(${asSeated})`,
    firstname: thenSeated('r.first_name'),
    lastname: thenSeated('r.last_name'),
    email: thenSeated('r.email'),
  },
  default: 'createdutc',
  defaultDescending: false,
  id: columnOf('r.id'),
};

/** The entity tag is in the record, because a list has no headers per item. product-rules 1.20. */
export function taggedRelative(relative: PlainRelative): Relative {
  return { ...relative, tag: tagOf(updateRelative, relative) ?? '' };
}

/**
 * The current relatives of a member by seat, or those who aged out. Without a member those of all members
 * who are not archived. Hidden while the member's type is not a family type. product-rules 5.18.
 */
export async function searchRelatives(
  db: Db,
  memberId: string | null,
  { hasAgedOut: wanted, ...paging }: Paging & { hasAgedOut?: boolean | '' | never[] | null },
): Promise<{ results: Relative[]; totalCount: number }> {
  const isFamily = sql<boolean>`(SELECT t.is_family FROM members m
    JOIN member_types t ON t.id = m.member_type_id WHERE m.id = r.main_member_id)`;
  return searchRows(db, {
    rows: relativeRows,
    from: sql`member_relatives AS r`,
    always: [
      memberId === null ? notArchived : sql`r.main_member_id = ${memberId}`,
      isFamily,
      sql`(${hasAgedOut}) = ${wanted === true}`,
    ],
    conditions: [],
    text: sql`fold(r.first_name || ' ' || r.last_name || ' ' || r.email)`,
    paging,
    sorting,
    wireOf: taggedRelative,
  });
}
