import { mailLogTexts, signsIn } from '#contract/communication/mail-log.ts';
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { nextAttempt } from './retry-delays.ts';
import type { Outcome } from './transport.ts';

export type MailRow = Selectable<Tables['mails']>;

export interface Recording {
  db: Db;
  clock: Clock;
  log: Logger;
}

/** Mail servers that take a link for spam like to quote it: nobody who reads of it is signed in. */
function withoutLinks(answer: string): string {
  return answer.replaceAll(/\S*(:\/\/|token=|\/login\/)\S*/gi, '(link)');
}

export async function recordSent(
  { db, clock }: Recording,
  mail: MailRow,
  { subject, isCaptured = false }: { subject: string; isCaptured?: boolean },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      sent_at: clock.now(),
      is_captured: isCaptured,
      subject,
      secret: null,
      next_attempt_at: null,
      leased_until: null,
      failed_at: null,
      cancelled_at: null,
      server_answer: null,
    })
    .where('id', '=', mail.id)
    .execute();
}

/** Deletes an outdated mail. After an earlier attempt it may have gone out: then the log keeps it as cancelled. */
export async function withdraw({ db, clock }: Recording, mail: MailRow): Promise<void> {
  if (mail.attempts === 1) {
    await db
      .deleteFrom('mails')
      .where('id', '=', mail.id)
      .where('attempts', '=', 1)
      .where('sent_at', 'is', null)
      .execute();
    return;
  }
  await db
    .updateTable('mails')
    .set({
      cancelled_at: clock.now(),
      next_attempt_at: null,
      leased_until: null,
      secret: null,
      server_answer: mailLogTexts.needless,
    })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('next_attempt_at', 'is not', null)
    .execute();
}

/** Only while the lease is still ours: another attempt's success is not to be undone. */
export async function recordFailure(
  { db, clock, log }: Recording,
  mail: MailRow,
  outcome: Exclude<Outcome, { kind: 'sent' }>,
): Promise<void> {
  const now = clock.now();
  const next = outcome.kind === 'permanent' ? null : nextAttempt(mail.attempts, now);
  const changed = await db
    .updateTable('mails')
    .set({
      next_attempt_at: next,
      leased_until: null,
      failed_at: next === null ? now : null,
      server_answer: signsIn(mail.kind) ? withoutLinks(outcome.answer) : outcome.answer,
    })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (changed === undefined) return;
  log.warn(
    { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, next },
    'a mail was not sent',
  );
}
