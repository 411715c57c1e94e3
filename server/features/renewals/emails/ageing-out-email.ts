import * as z from 'zod/mini';
import { addMonths } from '#contract/calendar.ts';
import { type Day, formatDay } from '#contract/days.ts';
import { oldestRelative } from '#contract/limits.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import { dayOfMail, type RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';

export interface AgeingOutEmailData {
  firstName: string;
  organisation: string;
  relative: string;
  turns19On: Day;
  /** The day on which the email was due. */
  today: Day;
  registerUrl: string;
}

/** Notice that a relative turns 19 soon, or turned 19 on missed days. product-rules 5.20. */
export function ageingOutEmail(data: AgeingOutEmailData): EmailTemplate {
  const { firstName, relative, registerUrl } = data;
  const day = formatDay(data.turns19On);
  const organisation = data.organisation.trim() || 'our organisation';
  const hasTurned = data.turns19On <= data.today;
  return {
    subject: hasTurned ? `${relative} turned 19 on ${day}` : `${relative} turns 19 on ${day}`,
    preheader: 'A family membership covers relatives until they turn 19.',
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: hasTurned
          ? `Your family membership of ${organisation} covers relatives until they turn 19. ${relative} turned 19 on ${day}, and is not covered any more.`
          : `Your family membership of ${organisation} covers relatives until they turn 19. ${relative} turns 19 on ${day}, and is covered until the day before.`,
      },
      {
        kind: 'paragraph',
        text: 'Nothing changes for you and your other relatives. We would be glad to keep the whole family: who has turned 19 can become a member.',
      },
      { kind: 'button', label: 'Become a member', url: registerUrl },
      {
        kind: 'smallPrint',
        // After the birthday the relative is no longer in the form.
        text: hasTurned
          ? `Is the date of birth wrong? Sign in and add ${relative} again with the right one, or reply to this mail.`
          : `Is the date of birth wrong? Sign in and correct it before ${day}, or reply to this mail.`,
      },
    ],
  };
}

const about = z.object({ relativeId: z.string() });

/** The mail of kind `ageing-out`. It is not sent if the relative was removed since. */
export const renderAgeingOutEmail: RenderEmailIfCurrent = async (input) => {
  const { db, publicUrl, mail, isForReading = false } = input;
  const { relativeId } = about.parse(mail.about);
  const row = await db
    .selectFrom('member_relatives as r')
    .innerJoin('members as m', 'm.id', 'r.main_member_id')
    .select(['r.first_name', 'r.last_name', 'r.date_of_birth', 'm.first_name as memberName'])
    .select('m.archived_at')
    .where('r.id', '=', relativeId)
    .executeTakeFirst();
  if (!row?.date_of_birth || (row.archived_at !== null && !isForReading)) return null;
  const issuer = await readIssuer(db);
  const template = ageingOutEmail({
    firstName: row.memberName,
    organisation: issuer.name,
    relative: `${row.first_name} ${row.last_name}`,
    turns19On: addMonths(row.date_of_birth, (oldestRelative + 1) * 12),
    today: dayOfMail(mail),
    registerUrl: `${publicUrl}/register`,
  });
  return renderTemplate(template, issuer);
};
