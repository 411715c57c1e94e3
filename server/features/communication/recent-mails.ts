import { sql, type RawBuilder } from 'kysely';
import type { LoggedMail } from '#contract/communication/mail-log.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { mailOf, mailRows } from './mail-log.ts';

interface About {
  /** The ids of the records, as an array of text. */
  records: RawBuilder<string[]>;
  /** Mails to this address count too, whatever they are about. */
  toEmail?: string;
}

/** The latest mails about these records, the newest first. Indexes find them. */
export async function recentMails(
  db: Db,
  { records, toEmail }: About,
  count: number,
): Promise<LoggedMail[]> {
  const aboutRecords = sql`SELECT id FROM mails WHERE record_of_mail(about) = ANY(${records})`;
  const ids =
    toEmail === undefined
      ? aboutRecords
      : sql`${aboutRecords} UNION SELECT id FROM mails WHERE fold(to_email) = fold(${toEmail})`;
  const rows = await mailRows(db)
    .where(sql<boolean>`m.id IN (${ids})`)
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(count)
    .execute();
  return rows.map(mailOf);
}
