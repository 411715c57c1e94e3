import { sql, type RawBuilder } from 'kysely';
import type { LoggedMail } from '#contract/communication/mail-log.ts';
import type { Context } from '#server/context.ts';
import { mailOf, mailRows, readableKinds } from './mail-log.ts';

interface About {
  /** The ids of the records, as an array of text. */
  records: RawBuilder<string[]>;
  /** Mails to this address count too, whatever they are about. */
  toEmail?: string;
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
