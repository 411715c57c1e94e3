import { sql } from 'kysely';
import { describeDifference } from '#contract/payments/comparison.ts';
import { formatDay } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { FailedComparison } from '../emails/comparison-failed-email.ts';
import { differenceOf, openDifferences } from './queries.ts';

/** A mail names this many; the page has all. */
const mostInMail = 20;

/** One mail of a night to all administrators about what is new since the last mail. product-rules 7.17. */
export async function mailNewDifferences(ctx: Context): Promise<void> {
  const { db, at } = ctx;
  const fresh = await openDifferences(db).where('d.mailed_at', 'is', null).execute();
  if (fresh.length === 0) return;
  await mailAdministrators(ctx, 'payment-differences', {
    differences: fresh.slice(0, mostInMail).map((row) => describeDifference(differenceOf(row))),
    more: Math.max(0, fresh.length - mostInMail),
  });
  await db
    .updateTable('payment_differences')
    .set({ mailed_at: at })
    .where(
      'id',
      'in',
      fresh.map(({ id }) => id),
    )
    .execute();
}

/** When two nights have failed since the last comparison that worked: once until it works again. */
export async function mailSecondFailure(ctx: Context): Promise<void> {
  const { db } = ctx;
  const failed = await db
    .selectFrom('provider_comparisons')
    .select(['night', 'failure'])
    .where('night', 'is not', null)
    .where('failed_at', 'is not', null)
    .where('requested_at', '>', (query) =>
      query
        .selectFrom('provider_comparisons')
        .select(({ fn }) =>
          fn.coalesce(fn.max('finished_at'), sql<Date>`'-infinity'::timestamptz`).as('at'),
        )
        .where('finished_at', 'is not', null),
    )
    .orderBy('requested_at', 'desc')
    .limit(3)
    .execute();
  if (failed.length !== 2) return;
  const nights = failed.toReversed().map(({ night, failure }): FailedComparison => ({
    night: formatDay(night ?? ''),
    reason: failure ?? '',
  }));
  await mailAdministrators(ctx, 'comparison-failed', { nights });
}
