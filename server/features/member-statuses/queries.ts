import { isByStaff } from '#server/platform/access/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { MemberStatus, searchMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { columnOf, containingAll, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Sorting } from '#server/platform/db/lists/search.ts';
import type { Context } from '#server/context.ts';
import { ownMemberId } from '#server/platform/access/member-reach.ts';

function statusRows(db: Db) {
  return db.selectFrom('member_statuses as s').select(['s.id', 's.name', 's.is_seeded']);
}

type Row = Awaited<ReturnType<ReturnType<typeof statusRows>['executeTakeFirstOrThrow']>>;

export function memberStatusOf({ id, name, is_seeded }: Row): MemberStatus {
  return { id, name, isBuiltIn: is_seeded };
}

/** A Member sees only the own status. product-rules 3.8. */
function isVisible(ctx: Context): RawBuilder<boolean> {
  if (isByStaff(ctx)) return sql<boolean>`true`;
  return sql<boolean>`s.id = (
    SELECT member_status_id FROM members WHERE members.id = ${ownMemberId(ctx)}
  )`;
}

export async function memberStatusesFor(ctx: Context): Promise<MemberStatus[]> {
  const rows = await statusRows(ctx.db)
    .where(isVisible(ctx))
    .orderBy(textOf('s.name'))
    .orderBy('s.id')
    .execute();
  return rows.map(memberStatusOf);
}

export async function findMemberStatus(
  ctx: Context,
  id: string,
): Promise<MemberStatus | undefined> {
  const row = await statusRows(ctx.db)
    .where(isVisible(ctx))
    .where('s.id', '=', id)
    .executeTakeFirst();
  return row && memberStatusOf(row);
}

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('s.created_at'),
    name: textOf('s.name'),
    isbuiltin: columnOf('s.is_seeded'),
  },
  default: 'createdutc',
  defaultDescending: true,
  id: columnOf('s.id'),
};

export function searchStatuses(
  ctx: Context,
  filters: BodyOf<typeof searchMemberStatuses>,
): Listing<MemberStatus> {
  return listing(ctx.db, {
    rows: statusRows,
    from: sql`member_statuses AS s`,
    always: [isVisible(ctx)],
    conditions: containingAll([[textOf('s.name'), filters.name]]),
    text: textOf('s.name'),
    paging: filters,
    sorting,
    wireOf: memberStatusOf,
  });
}

/** The id of a built-in status, as part of a statement. */
export function statusIdOf(name: string): RawBuilder<string> {
  return sql<string>`(SELECT id FROM member_statuses WHERE name = ${name})`;
}

/** The id of a built-in status. Built-in statuses cannot be renamed. */
export async function statusId(db: Db, name: string): Promise<string> {
  const row = await db
    .selectFrom('member_statuses')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.id;
}
