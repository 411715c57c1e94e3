import { type Selectable, sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import type { MembershipChoice } from '#contract/payments/membership-choice.ts';
import { conflict } from '#server/errors.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';
import { nextPeriod, type Period } from '#server/features/members/periods/next-period.ts';
import { statusOn } from '#server/features/members/periods/status-on-day.ts';
import { readYearEnd } from '#server/features/company-info/queries.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';

/**
 * Removes the period that an invoice added, or keeps it. If later ones follow, somebody must have chosen. Lock the
 * member first. The status follows the remaining periods unless set manually. The type returns to that of the last
 * period. The membership number stays and is never reused. product-rules 5.15, 6.12.
 */
export async function takeBackPeriod(
  ctx: Context,
  invoiceId: string,
  choice?: MembershipChoice['period'],
): Promise<void> {
  const { db } = ctx;
  const period = await db
    .selectFrom('membership_periods')
    .select(['id', 'member_id', 'member_type_id', 'starts_on', 'ends_on'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  if (period === undefined || choice === 'kept') return;
  const later = await db
    .selectFrom('membership_periods')
    .select(['id', 'starts_on', 'ends_on', 'entered_by', 'import_id'])
    .where('member_id', '=', period.member_id)
    .where('starts_on', '>', period.starts_on)
    .orderBy('starts_on')
    .execute();
  if (later.length > 0 && choice !== 'shortened') throw conflict(paymentAdminTexts.laterPeriod);
  const moved = later.filter(
    ({ entered_by, import_id }) => entered_by === null && import_id === null,
  );
  await keepEarlier(ctx, invoiceId, [period, ...moved]);
  await db.deleteFrom('membership_periods').where('id', '=', period.id).execute();
  await moveForward(db, period, later);
  await followWhatIsLeft(ctx, period);
}

type Gone = Pick<Selectable<Tables['membership_periods']>, 'member_id' | 'starts_on' | 'ends_on'>;
type Later = Pick<
  Selectable<Tables['membership_periods']>,
  'id' | 'starts_on' | 'ends_on' | 'entered_by' | 'import_id'
>;

/**
 * If the money came and went back, closing a month before spreads it over the periods of then: these, until the day in
 * the books on which it went back. product-rules 24.10.
 */
async function keepEarlier(
  { db, at }: Context,
  invoiceId: string,
  periods: readonly { id: string }[],
): Promise<void> {
  const ids = periods.map(({ id }) => id);
  await sql`
    INSERT INTO earlier_periods (invoice_id, starts_on, ends_on, until)
    SELECT m.invoice_id, m.starts_on, m.ends_on, r.day FROM membership_periods AS m CROSS JOIN (
      SELECT max(ledger_day(coalesce(p.returned_on, greatest(l.day, p.paid_on)), p.id)) AS day
      FROM payments AS p
      LEFT JOIN bank_matches AS b ON b.payment_id = p.id AND b.kind = 'reversal' AND b.reversed_at IS NULL
      LEFT JOIN bank_lines AS l ON l.id = b.line_id
      WHERE p.invoice_id = ${invoiceId} AND p.reversed_at = ${at} AND coalesce(p.returned_on, l.day) IS NOT NULL
    ) AS r
    WHERE m.id = ANY (${ids}::uuid[]) AND m.invoice_id IS NOT NULL AND r.day IS NOT NULL`.execute(
    db,
  );
}

/**
 * The periods that follow without a gap begin where the one that is gone began, as long as the rule says. One that was
 * entered by hand or imported ends when somebody said so.
 */
async function moveForward(db: Db, gone: Gone, later: readonly Later[]): Promise<void> {
  if (later.length === 0) return;
  const yearEnd = await readYearEnd(db);
  let [previous, startsOn, freeFrom] = [
    await periodBefore(db, gone),
    gone.starts_on,
    addDays(gone.ends_on, 1),
  ];
  for (const { id, starts_on, ends_on, entered_by, import_id } of later) {
    if (starts_on !== freeFrom || entered_by !== null || import_id !== null) return;
    const isNext = previous !== null && addDays(previous.endsOn, 1) === startsOn;
    const moved = nextPeriod(previous, isNext ? (previous?.endsOn ?? startsOn) : startsOn, yearEnd);
    await db
      .updateTable('membership_periods')
      .set({ starts_on: moved.startsOn, ends_on: moved.endsOn, anchor_day: moved.anchorDay })
      .where('id', '=', id)
      .execute();
    [previous, startsOn, freeFrom] = [moved, addDays(moved.endsOn, 1), addDays(ends_on, 1)];
  }
}

async function periodBefore(db: Db, { member_id, starts_on }: Gone): Promise<Period | null> {
  const row = await db
    .selectFrom('membership_periods')
    .select(['starts_on as startsOn', 'ends_on as endsOn', 'anchor_day as anchorDay'])
    .where('member_id', '=', member_id)
    .where('starts_on', '<', starts_on)
    .orderBy('ends_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
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
