import { firstPasswordTexts } from '#contract/auth/first-password.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { invite } from '#server/features/auth/invitation/invite.ts';
import { replaceKeptAbout } from '#server/features/communication/kept-mails.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { auditSubject } from './audit-subject.ts';
import { lockCurrentMemberFor } from './member-access.ts';
import { readMember } from './queries.ts';

/** Sends the first-password link again, valid for another 14 days. product-rules 4.11. */
export async function sendInvitation(ctx: Context, id: string): Promise<Member> {
  return inTransaction(ctx, async (inside) => {
    const before = await lockCurrentMemberFor(inside, id);
    if (before.memberStatusName === statusNames.deactivated) {
      throw conflict(firstPasswordTexts.isDeactivated);
    }
    if (before.hasPassword) throw conflict(firstPasswordTexts.hasPassword);
    await replaceKeptAbout(inside, 'invitation', before.userID);
    const mailId = await invite(inside, { ...before, userId: before.userID });
    if (mailId === null) throw conflict(firstPasswordTexts.isAddressOld);
    const after = await readMember(inside.db, id);
    await recordAudit(inside, { action: 'sendInvitation', ...auditSubject(after), before, after });
    return after;
  });
}
