import { sql } from 'kysely';
import { isLocalAddress, testMailTexts, type TestMail } from '#contract/company-info/test-mail.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound, Refused, sentences } from '#server/errors.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';

const kind = 'test';

/** Uses the same queue as every mail, so that it meets the same problems. */
export async function sendTestMail(ctx: Context, isCaptured: boolean): Promise<TestMail> {
  return inTransaction(ctx, async (inside) => {
    const { email, name } = await ownAddress(inside);
    if (isLocalAddress(email) && !isCaptured) throw conflict(testMailTexts.localAddress(email));
    const id = await queueMail(inside, { kind, toEmail: email, toName: name, about: {} });
    if (!isCaptured) await keepTestMail(inside.db, id);
    return readTestMail(inside.db, id, isCaptured);
  });
}

/** For Get Started: the first that was sent stays. */
async function keepTestMail(db: Db, id: string): Promise<void> {
  await sql`
    UPDATE company_info SET test_mail_id = ${id}
    WHERE NOT EXISTS (SELECT FROM mails WHERE mails.id = test_mail_id AND sent_at IS NOT NULL)`.execute(
    db,
  );
}

/** The outcome, with the mail server's text. */
export async function readTestMail(db: Db, id: string, isCaptured: boolean): Promise<TestMail> {
  const mail = await db
    .selectFrom('mails')
    .select(['id', 'to_email', 'sent_at', 'failed_at', 'server_answer'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (mail === undefined) throw notFound(testMailTexts.notFound);
  return {
    id: mail.id,
    to: mail.to_email,
    state: stateOf(mail, isCaptured),
    answer: mail.server_answer,
  };
}

interface Sent {
  sent_at: Date | null;
  failed_at: Date | null;
  server_answer: string | null;
}

function stateOf({ sent_at, failed_at, server_answer }: Sent, isCaptured: boolean) {
  if (sent_at !== null) return isCaptured ? 'captured' : 'sent';
  if (failed_at !== null) return 'failed';
  return server_answer === null ? 'waiting' : 'delayed';
}

/** The signed-in user. */
export async function ownAddress({ db, by }: Context): Promise<{ email: string; name: string }> {
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  const user = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', by.userId)
    .executeTakeFirstOrThrow();
  return { email: user.email, name: `${user.first_name} ${user.last_name}`.trim() };
}
