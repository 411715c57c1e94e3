import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import type { MailRow } from './record-attempt.ts';

/** The leases of a killed process end after this time. By the database's clock, which all processes share. */
const lease = sql`now() + interval '20 seconds'`;

interface Options {
  /** The mails that this process holds already, even if it could not extend their leases. */
  sending?: Iterable<string>;
  /** Whether it takes mails of workers whose leases have ended. */
  takesOver?: boolean;
}

/** Takes the next due mail, which no other worker gets then. Batches wait for single mails. */
export async function claimMail(
  db: Db,
  at: Date,
  { sending = [], takesOver = true }: Options = {},
): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    UPDATE mails SET leased_until = ${lease}, attempts = attempts + 1
    WHERE id = (
      SELECT id FROM mails
      WHERE next_attempt_at <= ${at} AND held_at IS NULL
        AND (leased_until IS NULL OR (${takesOver} AND leased_until < now()))
        AND id <> ALL(${[...sending]}::uuid[])
      ORDER BY is_batch, next_attempt_at
      LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING *`.execute(db);
  return rows[0];
}

/** Gives back a mail that was claimed and not sent. */
export async function releaseMail(db: Db, { id, attempts }: MailRow): Promise<void> {
  await sql`
    UPDATE mails SET leased_until = NULL, attempts = attempts - 1
    WHERE id = ${id} AND attempts = ${attempts}`.execute(db);
}

/** For mails that are still being sent. One whose result is being recorded must not hold up the others. */
export async function extendLeases(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE mails SET leased_until = ${lease}
    WHERE id IN (
      SELECT id FROM mails WHERE id = ANY(${ids}::uuid[]) AND next_attempt_at IS NOT NULL
      FOR UPDATE SKIP LOCKED
    )`.execute(db);
}
