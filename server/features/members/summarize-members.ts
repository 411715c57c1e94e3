import { type MemberSummary, statusOrder } from '#contract/summaries.ts';
import type { Context } from '#server/context.ts';

/** Includes statuses without members. Archived members are not counted. */
export async function summarizeMembers({ db }: Context): Promise<MemberSummary> {
  const statuses = await db
    .selectFrom('member_statuses as s')
    .leftJoin(
      (members) =>
        members
          .selectFrom('members')
          .select((row) => ['member_status_id', row.fn.countAll<number>().as('count')])
          .where('archived_at', 'is', null)
          .groupBy('member_status_id')
          .as('m'),
      (join) => join.onRef('m.member_status_id', '=', 's.id'),
    )
    .select(['s.id', 's.name', 'm.count'])
    .orderBy('s.name')
    .execute();
  return {
    statuses: statuses
      .map((status) => ({ ...status, count: status.count ?? 0 }))
      .toSorted((one, other) => placeOf(one.name) - placeOf(other.name)),
  };
}

function placeOf(name: string): number {
  const place = statusOrder.indexOf(name);
  return place === -1 ? statusOrder.length : place;
}
