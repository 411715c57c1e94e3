import { sql } from 'kysely';
import { mailLogTexts } from '#contract/communication/mail-log.ts';
import { formatMoment } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { isAbout } from '#server/platform/mail/mails-about.ts';

/** The kept mails themselves, behind any mail that goes alone: each row of Sent Mail says what became of it. */
export async function queueKept({ db, at }: Context, ids: string[]): Promise<void> {
  await keptOf(db, ids)
    .set({ sent_at: null, is_captured: false, subject: null, sent_again_at: null })
    .set({ next_attempt_at: at, is_batch: true })
    .execute();
}

/** A mail with a new link went instead. */
export async function replaceKept(ctx: Context, ids: string[]): Promise<void> {
  await cancelKept(ctx, ids, mailLogTexts.replaced(formatMoment(ctx.at.toISOString())));
}

/** They are not offered again. */
export async function cancelKept(
  { db, at }: Context,
  ids: string[],
  answer: string,
): Promise<void> {
  await keptOf(db, ids)
    .set({ sent_at: null, is_captured: false, sent_again_at: at })
    .set({ cancelled_at: at, server_answer: answer })
    .execute();
}

/** Cancels kept mails of this kind about the record, because a new one goes. They would go beside it. */
export async function replaceKeptAbout(ctx: Context, kind: string, recordId: string) {
  const kept = await ctx.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', kind)
    .where('is_captured', '=', true)
    .where(isAbout(recordId))
    .execute();
  await replaceKept(
    ctx,
    kept.map(({ id }) => id),
  );
}

function keptOf(db: Context['db'], ids: string[]) {
  return db
    .updateTable('mails')
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .where('is_captured', '=', true);
}
