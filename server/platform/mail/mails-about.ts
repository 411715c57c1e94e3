import { sql, type RawBuilder } from 'kysely';

/** The mails about the record with this id. An index finds them. */
export function isAbout(recordId: string): RawBuilder<boolean> {
  return sql<boolean>`record_of_mail(about) = ${recordId}`;
}
