import { formatDay } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { FailedNight } from './emails/backups-failed-email.ts';

/**
 * Mails all administrators when two nights have failed since the last backup without a failure, so once
 * until it works again. A failed copy counts, too. product-rules 2.33.
 */
export async function mailSecondFailure(ctx: Context): Promise<void> {
  const { db } = ctx;
  const good = await db
    .selectFrom('backups')
    .select('requested_at')
    .where('made_at', 'is not', null)
    .where('copy_failure', 'is', null)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const failed = await db
    .selectFrom('backups')
    .select(['night', 'failure', 'copy_failure'])
    .where('night', 'is not', null)
    .where((row) => row.or([row('failure', 'is not', null), row('copy_failure', 'is not', null)]))
    .$if(good !== undefined, (query) =>
      query.where('requested_at', '>', good?.requested_at ?? ctx.at),
    )
    .orderBy('requested_at', 'desc')
    .limit(3)
    .execute();
  if (failed.length !== 2) return;
  const nights = failed.toReversed().map(({ night, failure, copy_failure }): FailedNight => ({
    night: formatDay(night ?? ''),
    isCopyOnly: failure === null,
    reason: failure ?? copy_failure ?? '',
  }));
  await mailAdministrators(ctx, 'backups-failed', { nights });
}
