import * as z from 'zod/mini';
import { dayOf } from '#contract/days.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { reminderLetter, type ReminderLetter } from './reminder-email.ts';
import type { LetterToWrite, MayWriteLetter } from '#server/platform/mail/render-email.ts';

const about = z.object({ periodId: z.string() });

/** The mail of kind `reminder`. Nothing is written to who has paid, or was deactivated, meanwhile. */
export const writeReminderLetter: MayWriteLetter = async (given) => {
  const { db, publicUrl, mail } = given;
  const { periodId } = about.parse(mail.about);
  const row = await endingMembership(db, periodId);
  if (row === undefined) return null;
  const issuer = await readIssuer(db);
  const letter = reminderLetter({
    firstName: row.first_name,
    organisation: issuer.name,
    number: row.number,
    typeName: row.type_name,
    feeCents: row.fee_cents,
    endsOn: row.ends_on,
    today: dayOf(mail.created_at),
    signInUrl: `${publicUrl}/login`,
    hasPassword: row.has_password,
    invoice: await openInvoice(given, row.member_id),
  });
  return renderLetter(letter, issuer);
};

/** The member's last period, if it is still that and the member may be written to. */
function endingMembership(db: Db, periodId: string) {
  return db
    .selectFrom('membership_periods as p')
    .innerJoin('members as m', 'm.id', 'p.member_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .innerJoin('member_statuses as s', 's.id', 'm.member_status_id')
    .where('p.id', '=', periodId)
    .where('m.archived_at', 'is', null)
    .where('s.name', '<>', statusNames.deactivated)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('membership_periods as later')
            .whereRef('later.member_id', '=', 'p.member_id')
            .whereRef('later.ends_on', '>', 'p.ends_on')
            .select('later.id'),
        ),
      ),
    )
    .select(['p.member_id', 'p.ends_on', 'm.first_name', 'm.number', 't.name as type_name'])
    .select(['t.fee_cents'])
    .select((row) => row('u.password_hash', 'is not', null).$castTo<boolean>().as('has_password'))
    .executeTakeFirst();
}

async function openInvoice(
  { db, publicUrl, withoutCard = false }: LetterToWrite,
  memberId: string,
): Promise<ReminderLetter['invoice']> {
  const row = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'amount_cents', 'issuer'])
    .where('member_id', '=', memberId)
    .where('member_type_id', 'is not', null)
    .where('payment_id', 'is', null)
    .where('voided_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const isForCard = !withoutCard && row.amount_cents >= leastCardAmount * 100;
  return {
    number: invoiceNumber(row.number),
    amountCents: row.amount_cents,
    issuer: row.issuer,
    payByCardUrl: isForCard ? `${publicUrl}/payment/payfast-redirect/subscription/${row.id}` : null,
  };
}
