import { sql } from 'kysely';
import { missingForEft } from '#contract/company-info/missing-for-eft.ts';
import { dayOf } from '#contract/days.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type {
  previewRenewals as endpoint,
  RenewalsSelection,
} from '#contract/renewals/endpoints.ts';
import type { Context } from '#server/context.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { eligibleMembers, skippedOnWire, type Skipped } from './member-eligibility.ts';
import { isMeant, selectionOf } from './selection.ts';

/** The result that sending would have now, counted in the same way. */
export async function previewRenewals(
  { db, at }: Context,
  body: RenewalsSelection,
): Promise<ReplyOf<typeof endpoint>> {
  const selection = selectionOf(body);
  const rows = await db
    .selectFrom(eligibleMembers(db, isMeant(selection), dayOf(at)).as('judged'))
    .select(['reason', sql<number>`count(*)`.as('count')])
    .groupBy('reason')
    .execute();
  const skipped: Skipped = {};
  for (const { reason, count } of rows) if (reason !== null) skipped[reason] = count;
  const known = rows.reduce((sum, { count }) => sum + count, 0);
  if (selection.chosen !== null) skipped['Unknown member'] = selection.chosen.length - known;
  const toSend = rows.find(({ reason }) => reason === null)?.count ?? 0;
  return {
    toSend,
    skipped: skippedOnWire(skipped),
    missingBankDetails: missingForEft(await readIssuer(db)),
  };
}
