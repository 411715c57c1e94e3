import type { Member } from '#contract/members/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { memberFor } from './member-access.ts';

/** The id of the record that an archived member was merged into. */
export async function mergedInto(
  db: Db,
  { id, archivedUtc }: Pick<Member, 'id' | 'archivedUtc'>,
): Promise<string | null> {
  if (archivedUtc === null) return null;
  const { merged_into } = await db
    .selectFrom('members')
    .select('merged_into')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return merged_into;
}

/** The member, or the one that the record was merged into: old links lead there. product-rules 21.5. */
export async function followMerge(ctx: Context, id: string): Promise<Member> {
  const merged = await ctx.db
    .selectFrom('members')
    .select('merged_into')
    .where('id', '=', id)
    .where('archived_at', 'is not', null)
    .executeTakeFirst();
  // A member may follow the link of a record that became part of the own one.
  return memberFor(ctx, merged?.merged_into ?? id);
}
