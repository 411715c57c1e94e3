import { may } from '#server/platform/access/permissions.ts';
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
import { creditsByMember } from '#server/features/payments/credits/own-credits.ts';
import { eligibleMembers, skippedOnWire, type Skipped } from './member-eligibility.ts';
import { isMeant, selectionOf } from './selection.ts';

/** Of more skipped members the question says the numbers only. */
const mostNames = 20;

/** The result that sending would have now, counted in the same way. */
export async function previewRenewals(
  ctx: Context,
  body: RenewalsSelection,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, at } = ctx;
  const selection = selectionOf(body);
  const rows = await db
    .selectFrom(
      eligibleMembers(db, isMeant(selection), dayOf(at))
        .leftJoin(creditsByMember(db).as('own'), 'own.memberId', 'm.id')
        .select(sql<number>`least(t.fee_cents, coalesce(own.cents, 0))`.as('carried_cents'))
        .as('judged'),
    )
    .select(['reason', sql<number>`count(*)`.as('count')])
    .select([
      sql<number>`count(*) FILTER (WHERE carried_cents > 0)`.as('carried'),
      sql<number>`coalesce(sum(carried_cents), 0)::bigint`.as('carriedCents'),
    ])
    .groupBy('reason')
    .execute();
  const skipped: Skipped = {};
  for (const { reason, count } of rows) if (reason !== null) skipped[reason] = count;
  const known = rows.reduce((sum, { count }) => sum + count, 0);
  if (selection.chosen !== null) skipped['Unknown member'] = selection.chosen.length - known;
  const skippedCount = rows.reduce((sum, { reason, count }) => sum + (reason ? count : 0), 0);
  const skippedMembers =
    skippedCount > 0 && skippedCount <= mostNames
      ? await namesOfSkipped(eligibleMembers(db, isMeant(selection), dayOf(at)))
      : [];
  const fit = rows.find(({ reason }) => reason === null);
  return {
    toSend: fit?.count ?? 0,
    carried: may(ctx, 'money.read')
      ? { members: fit?.carried ?? 0, amount: (fit?.carriedCents ?? 0) / 100 }
      : null,
    skipped: skippedOnWire(skipped),
    skippedMembers,
    missingBankDetails: missingForEft(await readIssuer(db)),
  };
}

async function namesOfSkipped(members: ReturnType<typeof eligibleMembers>) {
  const rows = await members
    .select(sql<string>`concat_ws(' ', m.first_name, m.last_name)`.as('name'))
    .orderBy('m.number')
    .orderBy('m.id')
    .execute();
  return rows.flatMap(({ reason, name }) => (reason === null ? [] : [{ reason, name }]));
}
