import type { MemberStatus } from '#contract/member-statuses.ts';
import type { Db } from '../db/pool.ts';

/** Every status, by name; for a Member only the own one. Rules §3. */
export async function memberStatusesFor(db: Db, memberId: string | null): Promise<MemberStatus[]> {
  let statuses = db
    .selectFrom('member_statuses')
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id');
  if (memberId !== null) {
    statuses = statuses.where('id', '=', (own) =>
      own.selectFrom('members').select('member_status_id').where('members.id', '=', memberId),
    );
  }
  return statuses.execute();
}

/** The id of a seeded status; those can't be renamed. */
export async function statusId(db: Db, name: string): Promise<string> {
  const row = await db
    .selectFrom('member_statuses')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.id;
}
