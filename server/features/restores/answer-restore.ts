import { counted } from '#contract/counting.ts';
import { restoreTexts } from '#contract/restores/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';

/** Sends the mails that a restore holds, at once. Without held mails it only ends the notice. */
export function releaseHeldMails(ctx: Context): Promise<void> {
  return answerRestore(ctx, 'releaseHeldMails', async ({ db, at }) => {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({ held_at: null, next_attempt_at: at })
      .where('held_at', 'is not', null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

/** They stay in Sent Mail, from where each can be sent. */
export function cancelHeldMails(ctx: Context): Promise<void> {
  return answerRestore(ctx, 'cancelHeldMails', async ({ db, at }) => {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({
        held_at: null,
        cancelled_at: at,
        next_attempt_at: null,
        secret: null,
        server_answer: restoreTexts.cancelledAnswer,
      })
      .where('held_at', 'is not', null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

/** The first of two administrators decides, the other gets a conflict. */
function answerRestore(
  ctx: Context,
  action: 'releaseHeldMails' | 'cancelHeldMails',
  effect: (inside: Context) => Promise<number>,
): Promise<void> {
  return inTransaction(ctx, async (inside) => {
    const [restore] = await inside.db
      .updateTable('restores')
      .set({ answered_at: ctx.at, answered_by: ctx.by?.userId ?? null })
      .where('answered_at', 'is', null)
      .returning('id')
      .execute();
    if (restore === undefined) throw conflict(restoreTexts.nothingOpen);
    await allowLongStatements(inside.db);
    const mails = await effect(inside);
    await recordAudit(inside, {
      action,
      subject: 'restore',
      id: restore.id,
      name: counted(mails, 'email'),
      after: { mails },
    });
  });
}
