import { sql, type RawBuilder } from 'kysely';
import {
  joinWithValues,
  placeholder,
  splitAtPlaceholders,
} from '#contract/bulk-emails/placeholders.ts';
import type { LoggedMail } from '#contract/communication/mail-log.ts';
import type { MemberStory } from '#contract/members/story.ts';
import type { Context } from '#server/context.ts';
import { mailOf, mailRows, readableKinds } from './mail-log.ts';
import { recipientOutcome } from './recipient-outcome.ts';

interface About {
  /** The ids of the records, as an array of text. */
  records: RawBuilder<string[]>;
  /** Mails to this address count too, whatever they are about. */
  toEmail?: string;
}

type SentBulkEmail = MemberStory['bulkEmails'][number] & {
  at: Date | null;
  replacements: Record<string, string>;
};

/** The latest bulk emails to this address, the newest first. */
export async function recentBulkEmails(
  { db }: Context,
  email: string,
  count: number,
): Promise<MemberStory['bulkEmails']> {
  const { rows } = await sql<SentBulkEmail>`
    SELECT b.id, b.subject, r.answer, coalesce(r.sent_at, r.failed_at, r.suppressed_at, r.uncertain_at) AS at,
      r.replacements, ${recipientOutcome} AS outcome
    FROM bulk_recipients AS r JOIN bulk_emails AS b ON b.id = r.bulk_email_id
    WHERE r.email = lower(${email}) ORDER BY b.processing_at DESC, b.id LIMIT ${count}`.execute(db);
  return rows.map(({ at, subject, replacements, ...row }) => ({
    ...row,
    subject: filled(subject, replacements),
    atUtc: at?.toISOString() ?? null,
  }));
}

/** As this recipient reads it. */
function filled(subject: string, replacements: Record<string, string>): string {
  return joinWithValues(
    splitAtPlaceholders(subject),
    (name) => replacements[name] ?? placeholder(name),
  );
}

/** It has not left and will not by itself, as there was no mail server. `isMailKept`: there is none now. */
export function isKept({ outcome }: Pick<LoggedMail, 'outcome'>, isMailKept: boolean): boolean {
  return outcome === 'captured' || (isMailKept && outcome === 'waiting');
}

/** Of this user. */
export async function isInvitationKept(
  { db }: Context,
  userId: string,
  isMailKept: boolean,
): Promise<boolean> {
  const row = await mailRows(db)
    .where(sql`record_of_mail(m.about)`, '=', userId)
    .where('m.kind', '=', 'invitation')
    .orderBy('m.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined && isKept(mailOf(row), isMailKept);
}

/** The latest mails about these records, the newest first. Indexes find them. */
export async function recentMails(
  ctx: Context,
  { records, toEmail }: About,
  count: number,
): Promise<LoggedMail[]> {
  const aboutRecords = sql`SELECT id FROM mails WHERE record_of_mail(about) = ANY(${records})`;
  const ids =
    toEmail === undefined
      ? aboutRecords
      : sql`${aboutRecords} UNION SELECT id FROM mails WHERE fold(to_email) = fold(${toEmail})`;
  const rows = await mailRows(ctx.db)
    .where((row) => row.and([sql<boolean>`m.id IN (${ids})`, ...readableKinds(ctx)]))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(count)
    .execute();
  return rows.map(mailOf);
}
