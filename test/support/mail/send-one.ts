import { sql } from 'kysely';
import type { MailRow } from '#server/platform/mail/record-attempt.ts';
import { sendMail, type MailDeps } from '#server/platform/mail/send-mail.ts';

/** Sends this mail if it is due and no other worker is sending it, as a worker does that claims it. */
export async function sendOne(deps: MailDeps, id: string): Promise<void> {
  const { rows } = await sql<MailRow>`
    UPDATE mails SET attempts = attempts + 1, leased_until = now() + interval '20 seconds'
    WHERE id = ${id} AND next_attempt_at <= ${deps.clock.now()}
      AND (leased_until IS NULL OR leased_until < now())
    RETURNING *`.execute(deps.db);
  if (rows[0] !== undefined) await sendMail(deps, rows[0]);
}
