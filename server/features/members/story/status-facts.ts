import type { Day } from '#contract/days.ts';
import { dayOf } from '#contract/days.ts';
import type { Member } from '#contract/members/endpoints.ts';
import type { PeriodSource } from '#contract/members/status-sentences.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { StatusFacts } from '../periods/explain-status.ts';

/** Reads what decides the member's status. */
export async function readStatusFacts(
  db: Db,
  member: Member,
  { today, openInvoice }: Pick<StatusFacts, 'today' | 'openInvoice'>,
): Promise<StatusFacts> {
  const { statusSetUtc, archivedUtc } = member;
  const type = await db
    .selectFrom('member_types')
    .select('fee_cents')
    .where('id', '=', member.memberTypeID)
    .executeTakeFirstOrThrow();
  return {
    today,
    status: member.memberStatusName,
    signupDate: member.signupDate,
    last: await lastPeriodOf(db, member.id),
    byHand: statusSetUtc === null ? null : await byHand(db, member, dayOfInstant(statusSetUtc)),
    deactivatedReason: member.deactivatedReason,
    archivedOn: archivedUtc === null ? null : dayOfInstant(archivedUtc),
    isFree: type.fee_cents === 0,
    openInvoice,
  };
}

function dayOfInstant(instant: string): Day {
  return dayOf(new Date(instant));
}

async function lastPeriodOf(db: Db, memberId: string): Promise<StatusFacts['last']> {
  const row = await db
    .selectFrom('membership_periods')
    .select(['ends_on as endsOn', 'invoice_id', 'entered_by'])
    .where('member_id', '=', memberId)
    .orderBy('ends_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const withoutInvoice: PeriodSource = row.entered_by === null ? 'free' : 'hand';
  return { endsOn: row.endsOn, source: row.invoice_id === null ? withoutInvoice : 'payment' };
}

/** A status set during a period lasts until its end. The daily run has the same rule. product-rules 5.12. */
async function byHand(
  db: Db,
  { id, statusSetBy }: Member,
  on: Day,
): Promise<StatusFacts['byHand']> {
  const period = await db
    .selectFrom('membership_periods')
    .select('ends_on')
    .where('member_id', '=', id)
    .where('starts_on', '<=', on)
    .where('ends_on', '>=', on)
    .executeTakeFirst();
  return { by: statusSetBy ?? '', on, lastsUntil: period?.ends_on ?? null };
}
