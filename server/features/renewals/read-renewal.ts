import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import { readYearEnd } from '#server/features/company-info/queries.ts';
import type { Renewal } from '#server/features/invoices/emails/invoice-email.ts';
import { lastPeriod } from '#server/features/members/periods/add-period.ts';
import { nextPeriod } from '#server/features/members/periods/next-period.ts';
import type { Db } from '#server/platform/db/pool.ts';

/** What paying would give a member who has had a membership; `null` for a new member. */
export async function readRenewal(db: Db, memberId: string, today: Day): Promise<Renewal | null> {
  const last = await lastPeriod(db, memberId);
  if (last === null) return null;
  const yearEnd = await readYearEnd(db);
  const ending = (day: Day) => nextPeriod(last, day, yearEnd).endsOn;
  const validUntil = ending(today);
  return {
    paidUntil: last.endsOn,
    hasEnded: last.endsOn < today,
    validUntil,
    dependsOnDay: validUntil !== ending(addDays(today, 1)),
  };
}

/** The renewal that an invoice is for; `null` if it is for the first membership or anything else. */
export async function readInvoiceRenewal(
  db: Db,
  invoiceId: string,
  today: Day,
): Promise<Renewal | null> {
  const invoice = await db
    .selectFrom('invoices as i')
    .innerJoin('membership_periods as p', 'p.member_id', 'i.member_id')
    .where('i.id', '=', invoiceId)
    .where('i.member_type_id', 'is not', null)
    // One that was made with its payment has the date of the money.
    .where(
      'p.created_at',
      '<',
      sql<Date>`greatest(i.created_at, (SELECT min(recorded_at) FROM payments WHERE invoice_id = i.id))`,
    )
    .select('p.member_id as memberId')
    .limit(1)
    .executeTakeFirst();
  return invoice === undefined ? null : readRenewal(db, invoice.memberId, today);
}
