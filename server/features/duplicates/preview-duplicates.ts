import { sql } from 'kysely';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import type {
  DuplicateReason,
  previewDuplicates as endpoint,
} from '#contract/duplicates/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { email, few, name, phone } from './compare-members.ts';
import { twinOf, wireOf, type TwinRow } from './queries.ts';

/** A question beside the form, so the first few are enough. */
const mostShown = 3;

/** Who has the typed email, phone number or name, found by the same indexes as stored pairs. product-rules 21.1. */
export async function previewDuplicates(
  db: Db,
  typed: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const hasName = typed.firstName !== '' && typed.lastName !== '';
  const isEmail = sql`${email('other')} = email_key(${typed.email})`;
  const isPhone = sql`${phone('other')} = phone_key(${typed.phone})`;
  const isName = sql`${name('other')} = text_key(${hasName ? typed.firstName + typed.lastName : null})`;
  const { rows } = await sql<{ twin: TwinRow; reasons: DuplicateReason[] }>`
    SELECT ${twinOf('other')} AS twin, reasons
    FROM members AS other CROSS JOIN LATERAL (SELECT array_remove(ARRAY[
      CASE WHEN ${isEmail} THEN 'email' END, CASE WHEN ${isPhone} THEN 'phone' END,
      CASE WHEN ${isName} THEN 'name' END], NULL) AS reasons) AS why
    WHERE other.id IN (${few(isEmail)} UNION ${few(isPhone)} UNION ${few(isName)})
    ORDER BY cardinality(reasons) DESC, other.id LIMIT ${mostShown}`.execute(db);
  return rows.map(({ twin, reasons }) => ({ ...wireOf(twin), reasons }));
}
