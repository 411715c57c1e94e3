import { queueMail } from '#server/platform/mail/queue-mail.ts';
import type { Work } from '#server/context.ts';

interface Invited {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Back from the archive: they had a password before. */
  isReturn?: boolean;
}

/** Mails the link that sets the first password, and opens it for 14 days. Rules §4. */
export async function invite(work: Work, invited: Invited): Promise<void> {
  await work.db
    .updateTable('users')
    .set({ invited_at: work.at })
    .where('id', '=', invited.userId)
    .execute();
  await queueMail(work, {
    kind: 'invitation',
    toEmail: invited.email,
    toName: `${invited.firstName} ${invited.lastName}`,
    about: { userId: invited.userId, isReturn: invited.isReturn ?? false },
  });
}
