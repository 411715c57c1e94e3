import { memberRole } from '#contract/roles.ts';
import { userTexts } from '#contract/users/endpoints.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import { endAllSessions } from '#server/features/auth/sessions.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { findUser, userName } from './queries.ts';

/** Signs a user out everywhere. product-rules 4.31. */
export async function endUserSessions(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const user = await findUser(inside.db, id);
    if (user === undefined) throw notFound(userTexts.notFound);
    await endAllSessions(inside.db, inside.at, id);
    await recordEvent(inside, {
      kind: 'sessionsEnded',
      userId: inside.by?.userId ?? null,
      // Not a member's name: Erase finds a person's own events only.
      detail: user.role === memberRole ? `User ${user.id}` : userName(user),
    });
    await recordAudit(inside, {
      action: 'endUserSessions',
      subject: 'user',
      id,
      name: userName(user),
    });
  });
}
