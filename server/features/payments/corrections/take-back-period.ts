import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import { conflict } from '#server/errors.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { statusOn } from '#server/features/members/periods/status-on-day.ts';
import type { Context } from '#server/context.ts';

/**
 * Removes the period that an invoice added, unless a later period depends on it. Lock the member first.
 * The status follows the remaining periods unless set manually. The type returns to that of the last
 * period. The membership number stays and is never reused. product-rules 5.15, 6.12.
 */
export async function takeBackPeriod(
  ctx: Context,
  invoiceId: string,
  laterPeriod: string = paymentAdminTexts.laterPeriod,
): Promise<void> {
  const { db } = ctx;
  const period = await db
    .selectFrom('membership_periods')
    .select(['id', 'member_id', 'member_type_id', 'starts_on'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  if (period === undefined) return;
  const later = await db
    .selectFrom('membership_periods')
    .select('id')
    .where('member_id', '=', period.member_id)
    .where('starts_on', '>', period.starts_on)
    .executeTakeFirst();
  if (later !== undefined) throw conflict(laterPeriod);
  await db.deleteFrom('membership_periods').where('id', '=', period.id).execute();
  await followWhatIsLeft(ctx, period);
}

async function followWhatIsLeft(
  { db, at }: Context,
  gone: { member_id: string; member_type_id: string },
): Promise<void> {
  const last = await db
    .selectFrom('membership_periods')
    .select(['ends_on', 'member_type_id'])
    .where('member_id', '=', gone.member_id)
    .orderBy('ends_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  const member = await db
    .selectFrom('members')
    .select(['member_type_id', 'member_status_id', 'status_set_by'])
    .where('id', '=', gone.member_id)
    .executeTakeFirstOrThrow();
  const isDeactivated = member.member_status_id === (await statusId(db, statusNames.deactivated));
  const isByHand = isDeactivated || member.status_set_by !== null;
  const status = statusOn(dayOf(at), last?.ends_on ?? null);
  // A member whose type was changed later keeps the new type.
  const isAsPaid = member.member_type_id === gone.member_type_id;
  await db
    .updateTable('members')
    .set({
      member_status_id: isByHand ? member.member_status_id : await statusId(db, status),
      member_type_id: (isAsPaid ? last?.member_type_id : undefined) ?? member.member_type_id,
    })
    .where('id', '=', gone.member_id)
    .execute();
}
