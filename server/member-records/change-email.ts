import type { Member } from '#contract/members.ts';
import { endOtherSessions } from '../auth/sessions.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Work } from '../work.ts';

/**
 * The sign-in's address is the member's: the database carries it over. The other sessions end, and
 * the old address is told. Rules §4.
 */
export async function changeEmail(work: Work, member: Member, email: string): Promise<void> {
  const { db, at, by } = work;
  await db.updateTable('users').set({ email }).where('id', '=', member.userID).execute();
  await endOtherSessions(db, at, member.userID, by?.sessionId);
  await queueMail(work, {
    kind: 'email-changed',
    toEmail: member.email,
    toName: `${member.firstName} ${member.lastName}`,
    about: { memberId: member.id },
  });
}
