import { adminRole, memberRole, rolesOf } from '#contract/roles.ts';
import { type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { searchUsers, User } from '#contract/users/endpoints.ts';
import { hasRole } from '#server/platform/access/permissions.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
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
    ])
    .select((row) =>
      row
        .selectFrom('security_events as e')
        .select((event) => event.fn.max('e.at').as('at'))
        .whereRef('e.user_id', '=', 'u.id')
        .where('e.kind', '=', 'signIn')
        .as('lastSignInAt'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof userRows>['executeTakeFirstOrThrow']>>;

function userOf({ createdAt, lastSignInAt, role, ...row }: Row): User {
  const roles = rolesOf(role);
  return {
    ...row,
    role: roles.join(', '),
    roles,
    lastSignInUtc: lastSignInAt?.toISOString() ?? null,
    createdUtc: createdAt.toISOString(),
  };
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

/** `Admin` means all staff, for whom there is an index. */
function matchesRole(filter: Filters['role']): RawBuilder<boolean>[] {
  if (!isGiven(filter)) return [];
  const wanted = filter.trim().toLowerCase();
  if (wanted === adminRole.toLowerCase()) return [sql<boolean>`u.role <> ${sql.lit(memberRole)}`];
  return containingAll([[textOf('u.role'), filter]]);
}

function hasOneOf(roles: Filters['roles']): RawBuilder<boolean>[] {
  const wanted = [roles ?? []].flat().filter((role) => role !== '');
  return wanted.length === 0 ? [] : [sql`string_to_array(u.role, ',') && ${wanted}::text[]`];
}

/** Users that match all filters, by first name. */
export function searchUserRows(db: Db, filters: Filters): Listing<User> {
  return listing(db, {
    rows: userRows,
    from: sql`users AS u`,
    always: [sql`u.removed_at IS NULL`],
    conditions: [
      ...matchesRole(filters.role),
      ...hasOneOf(filters.roles),
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

/** Locks in a fixed order: of two concurrent changes by each other, the second is refused. */
export async function lockAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(hasRole(adminRole))
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Whom the others ask. */
export async function administratorNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(fullNameOf('users').as('name'))
    .where(hasRole(adminRole))
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
