import type { AppDeps } from '#server/app-deps.ts';
import { renderEmail } from '#server/emails.ts';

/** As many as the first pages of Sent Mail show. */
const latest = 60;

/** Nothing of all that is mailed: the log says that it was, but for two that came back. */
export async function endMails({ db, config }: Pick<AppDeps, 'db' | 'config'>): Promise<void> {
  await db
    .updateTable('mails')
    .set((row) => ({ sent_at: row.ref('created_at'), next_attempt_at: null, attempts: 1 }))
    .where('sent_at', 'is', null)
    .execute();
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(latest)
    .execute();
  for (const [place, mail] of mails.entries()) {
    const { publicUrl } = config;
    // A mail about a record that has changed since then cannot be rendered.
    const email = await renderEmail({ db, publicUrl, mail }).catch(() => null);
    const hasFailed = place === 3 || place === 17;
    await db
      .updateTable('mails')
      .set({
        subject: email?.subject ?? null,
        ...(hasFailed
          ? {
              sent_at: null,
              failed_at: mail.created_at,
              server_answer: `550 5.1.1 <${mail.to_email}>: there is no such mailbox here`,
            }
          : {}),
      })
      .where('id', '=', mail.id)
      .execute();
  }
}
