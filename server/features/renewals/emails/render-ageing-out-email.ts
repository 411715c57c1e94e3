import * as z from 'zod/mini';
import { dayOf } from '#contract/days.ts';
import { oldestRelative } from '#contract/limits.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { ageingLetter } from './ageing-out-email.ts';
import type { MayWriteLetter } from '#server/platform/mail/render-email.ts';
import { addMonths } from '#contract/calendar.ts';

const about = z.object({ relativeId: z.string() });

/** The mail of kind `ageing-out`. Nothing is written of a relative who was removed meanwhile. */
export const writeAgeingLetter: MayWriteLetter = async ({ db, publicUrl, mail }) => {
  const { relativeId } = about.parse(mail.about);
  const row = await db
    .selectFrom('member_relatives as r')
    .innerJoin('members as m', 'm.id', 'r.main_member_id')
    .select(['r.first_name', 'r.last_name', 'r.date_of_birth', 'm.first_name as memberName'])
    .where('r.id', '=', relativeId)
    .where('m.archived_at', 'is', null)
    .executeTakeFirst();
  if (!row?.date_of_birth) return null;
  const issuer = await readIssuer(db);
  const letter = ageingLetter({
    firstName: row.memberName,
    organisation: issuer.name,
    relative: `${row.first_name} ${row.last_name}`,
    turns19On: addMonths(row.date_of_birth, (oldestRelative + 1) * 12),
    today: dayOf(mail.created_at),
    registerUrl: `${publicUrl}/register`,
  });
  return renderLetter(letter, issuer);
};
