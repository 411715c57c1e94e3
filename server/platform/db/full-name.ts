import { sql, type RawBuilder } from 'kysely';

/** First and last name of a row, such as of users `u`. */
export function fullNameOf(alias: string): RawBuilder<string> {
  return sql`trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)})`;
}
