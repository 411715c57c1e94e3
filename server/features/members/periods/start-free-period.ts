import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { addPeriod, lastPeriod } from './add-period.ts';
import { dueBefore } from './status-on-day.ts';

/**
 * Adds the next period of a free type. Returns false if the last period ends after the next 60 days,
 * because the membership is not due yet. product-rules 5.24, 5.25.
 */
export async function startFreePeriod(
  ctx: Context,
  { memberId, memberTypeId }: { memberId: string; memberTypeId: string },
): Promise<boolean> {
  const last = await lastPeriod(ctx.db, memberId);
  if (last !== null && last.endsOn > addDays(dayOf(ctx.at), dueBefore)) return false;
  await addPeriod(ctx, { memberId, memberTypeId, feeCents: 0, invoiceId: null });
  return true;
}
