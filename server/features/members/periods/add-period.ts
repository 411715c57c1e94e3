import { randomUUID } from 'node:crypto';
import { dayOf, type Day } from '#contract/days.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { readYearEnd } from '#server/features/company-info/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import type { Context } from '#server/context.ts';
import { assignNumber } from '../assign-number.ts';
import { nextPeriod, type Period } from './next-period.ts';
import { statusOn } from './status-on-day.ts';

interface Membership {
  memberId: string;
  memberTypeId: string;
  feeCents: number;
  /** `null` for a free type and for a manually added period. */
  invoiceId: string | null;
  /** The administrator who added the period manually. */
  enteredBy?: string;
  /** The payment day. The default is today. */
  paidOn?: Day;
}

/**
 * Adds the next period, and sets the type, the status and, the first time, the number. A deactivated
 * member stays deactivated. The period of an archived member waits until the address is proved: `null`.
 * product-rules 5.14, 5.22.
 */
export async function addPeriod(ctx: Context, membership: Membership): Promise<Period | null> {
  return inTransaction(ctx, async ({ db, at }) => {
    const { memberId, memberTypeId } = membership;
    // No joins: after waiting for the lock, a joined table would have the data from before the wait.
    const member = await db
      .selectFrom('members')
      .select(['number', 'archived_at'])
      .select((row) =>
        row('member_status_id', '=', statusIdOf(statusNames.deactivated)).as('isDeactivated'),
      )
      .select((row) =>
        row
          .exists(
            row
              .selectFrom('membership_periods')
              .select('id')
              .where('invoice_id', '=', membership.invoiceId),
          )
          .as('hasPeriod'),
      )
      .where('id', '=', memberId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // It was kept when a payment of this invoice was undone.
    if (member.archived_at !== null || member.hasPeriod) return null;
    const paidOn = membership.paidOn ?? dayOf(at);
    const period = nextPeriod(await lastPeriod(db, memberId), paidOn, await readYearEnd(db));
    await db
      .insertInto('membership_periods')
      .values({
        id: randomUUID(),
        member_id: memberId,
        starts_on: period.startsOn,
        ends_on: period.endsOn,
        anchor_day: period.anchorDay,
        member_type_id: memberTypeId,
        fee_cents: membership.feeCents,
        invoice_id: membership.invoiceId,
        created_at: at,
        entered_by: membership.enteredBy ?? null,
      })
      .execute();
    const status = {
      member_status_id: statusIdOf(statusOn(dayOf(at), period.endsOn)),
      status_set_by: null,
      status_set_at: null,
    };
    await db
      .updateTable('members')
      .set({ member_type_id: memberTypeId, ...(member.isDeactivated ? {} : status) })
      .where('id', '=', memberId)
      .execute();
    if (member.number === null) await assignNumber(db, memberId);
    return period;
  });
}

export async function lastPeriod(db: Db, memberId: string): Promise<Period | null> {
  const row = await db
    .selectFrom('membership_periods')
    .select(['starts_on as startsOn', 'ends_on as endsOn', 'anchor_day as anchorDay'])
    .where('member_id', '=', memberId)
    .orderBy('ends_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
