import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { searchUsers, User } from '#contract/users/endpoints.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import { columnOf, containingAll, isGiven, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Sorting } from '#server/platform/db/lists/search.ts';
import type { Db } from '#server/platform/db/pool.ts';

type Filters = BodyOf<typeof searchUsers>;

/** All users except removed ones, which remain only as names in the history. product-rules 4.14. */
function userRows(db: Db) {
  return db
    .selectFrom('users as u')
    .where('u.removed_at', 'is', null)
    .select([
      'u.id',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.phone_number as phoneNumber',
      'u.role',
      'u.profile_picture as profilePicture',
      'u.created_at as createdAt',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof userRows>['executeTakeFirstOrThrow']>>;

function userOf({ createdAt, ...row }: Row): User {
  return { ...row, createdUtc: createdAt.toISOString() };
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await userRows(db).where('u.id', '=', id).executeTakeFirst();
  return row && userOf(row);
}

/** A member's user is synchronised with the member, so it is changed and deleted there. */
export async function isMembers(db: Db, userId: string): Promise<boolean> {
  const member = db.selectFrom('members').select('id').where('user_id', '=', userId);
  return (await member.executeTakeFirst()) !== undefined;
}

const sorting: Sorting = {
  columns: {
    firstname: columnOf('u.first_name_folded'),
    lastname: columnOf('u.last_name_folded'),
    email: columnOf('u.email_folded'),
    phonenumber: columnOf('u.phone_number_folded'),
    createdutc: columnOf('u.created_at'),
  },
  default: 'firstname',
  defaultDescending: false,
  id: columnOf('u.id'),
};

const roles = ['Admin', 'Member'];

/** A complete role is compared exactly, so that the index finds the few administrators. */
function hasRole(filter: Filters['role']): RawBuilder<boolean>[] {
  if (!isGiven(filter)) return [];
  const wanted = filter.trim().toLowerCase();
  const role = roles.find((known) => known.toLowerCase() === wanted);
  if (role === undefined) return containingAll([[textOf('u.role'), filter]]);
  return [sql<boolean>`u.role = ${sql.lit(role)}`];
}

/** Users that match all filters, by first name. */
export function searchUserRows(db: Db, filters: Filters): Listing<User> {
  return listing(db, {
    rows: userRows,
    from: sql`users AS u`,
    always: [sql`u.removed_at IS NULL`],
    conditions: [
      ...hasRole(filters.role),
      ...containingAll([
        [columnOf('u.first_name_folded'), filters.firstName],
        [columnOf('u.last_name_folded'), filters.lastName],
        [columnOf('u.email_folded'), filters.email],
        [columnOf('u.phone_number_folded'), filters.phoneNumber],
      ]),
    ],
    text: columnOf('u.search_text'),
    list: 'users',
    paging: filters,
    sorting,
    wireOf: userOf,
  });
}

export function userName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim();
}

/** Name and address. */
export function describe(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  return `${userName(user)}, ${user.email}`;
}
