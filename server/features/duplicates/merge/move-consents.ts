import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { ChangeLog } from './change-log.ts';

/**
 * The consents of the given-up address hold for the other one. Of two for the same purpose the
 * one of that address holds. A withdrawal that is later than the consent of the other address counts. Decision 63.
 */
export async function moveConsents(
  { at }: Context,
  log: ChangeLog,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const other = sql`SELECT FROM consents AS other WHERE other.email = ${to}
    AND other.purpose = consents.purpose`;
  // The link that would confirm it was mailed to the address that is given up.
  await log.update('consents', sql`email = ${from} AND is_waiting`, { is_waiting: false });
  await log.update(
    'consents',
    sql`email = ${from} AND withdrawn_at IS NULL AND EXISTS (${other} AND other.withdrawn_at IS NULL)`,
    { withdrawn_at: sql`t.given_at`, is_beside_another: true },
  );
  await log.update('consents', sql`email = ${from}`, { email: to });
  await log.update(
    'consents',
    sql`email = ${to} AND withdrawn_at IS NULL AND EXISTS (${other}
      AND other.withdrawn_at > consents.given_at AND NOT other.is_beside_another
      AND NOT other.is_waiting)`,
    { withdrawn_at: at },
  );
  await moveUnsubscription(log, { from, to });
}

/** An unsubscription is a wish of the person. A refusal is about the address, and stays with it. */
async function moveUnsubscription(
  log: ChangeLog,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const wish = sql`SELECT kind, reason, at FROM suppressions
    WHERE email = ${from} AND kind = 'unsubscribed'`;
  await log.update(
    'suppressions',
    sql`email = ${to} AND kind = 'refused' AND EXISTS (${wish})`,
    Object.fromEntries(
      ['kind', 'reason', 'at'].map((column) => [
        column,
        sql`(SELECT ${sql.ref(column)} FROM (${wish}) AS wish)`,
      ]),
    ),
  );
  await log.insert(
    'suppressions',
    sql`(id, email, kind, reason, at)
      SELECT gen_random_uuid(), ${to}, kind, reason, at FROM (${wish}) AS wish
      WHERE NOT EXISTS (SELECT FROM suppressions WHERE email = ${to})`,
  );
}
