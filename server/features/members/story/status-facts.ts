import type { Day } from '#contract/days.ts';
import { dayOf } from '#contract/days.ts';
import type { Member } from '#contract/members/endpoints.ts';
import type { PeriodSource } from '#contract/members/status-sentences.ts';
import type { MemberStory } from '#contract/members/story.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { StatusFacts } from '../periods/explain-status.ts';

type Known = Pick<StatusFacts, 'today' | 'openInvoice' | 'restToPay'> & {
  lastPeriod: LastPeriod | undefined;
};

/** The last period, with the source if an invoice paid it. */
export interface LastPeriod {
  period: MemberStory['periods']['results'][number];
  invoiced: PeriodSource | null;
}

/** Reads what decides the member's status. */
export async function readStatusFacts(
  db: Db,
  member: Member,
  { today, openInvoice, restToPay, lastPeriod }: Known,
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
    last: lastPeriod === undefined ? null : lastOf(lastPeriod),
    byHand: statusSetUtc === null ? null : await byHand(db, member, dayOfInstant(statusSetUtc)),
    deactivatedReason: member.deactivatedReason,
    archivedOn: archivedUtc === null ? null : dayOfInstant(archivedUtc),
    isErased: isErasedEmail(member.email),
    ...(await returnOf(db, member.id)),
    isFree: type.fee_cents === 0,
    openInvoice,
    restToPay: restToPay ?? null,
  };
}

function dayOfInstant(instant: string): Day {
  return dayOf(new Date(instant));
}

function lastOf({ period, invoiced }: LastPeriod): StatusFacts['last'] {
  const { endsOn, enteredBy, isImported } = period;
  if (invoiced !== null) return { endsOn, source: invoiced };
  if (isImported && enteredBy !== null) return { endsOn, source: 'import' };
  return { endsOn, source: enteredBy === null ? 'free' : 'hand' };
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

async function returnOf(
  db: Db,
  memberId: string,
): Promise<Pick<StatusFacts, 'waitingSince' | 'returnedOn'>> {
  const latest = await db
    .selectFrom('member_returns')
    .select(['registered_at', 'proved_at'])
    .where('member_id', '=', memberId)
    .orderBy('registered_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (latest === undefined) return {};
  return latest.proved_at === null
    ? { waitingSince: dayOf(latest.registered_at) }
    : { returnedOn: dayOf(latest.proved_at) };
}
