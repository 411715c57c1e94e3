import { sql } from 'kysely';
import {
  type getKeptMails,
  mailLogTexts,
  type sendKeptMails as endpoint,
  signsIn,
} from '#contract/communication/mail-log.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import type { MailRow } from '#server/platform/mail/record-attempt.ts';
import { readableKinds } from './mail-log.ts';
import { queueAgain } from './send-mail-again.ts';

/** An invitation takes some statements, so that a press takes seconds at most. */
const mostAtOnce = 500;

export async function readKeptMails(ctx: Context): Promise<ReplyOf<typeof getKeptMails>> {
  const { count, oldest } = await keptMails(ctx)
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.min<Date | null>('m.created_at').as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestUtc: oldest?.toISOString() ?? null };
}

/**
 * Queues the oldest kept mails again, as Send again does. The worker drops those that are out of date.
 * Twenty presses at a time wait on the rows and find them sent. product-rules 8.4.
 */
export async function sendKeptMails(
  ctx: Context,
  isCaptured: boolean,
): Promise<ReplyOf<typeof endpoint>> {
  if (isCaptured) throw conflict(mailLogTexts.noServerYet);
  return inTransaction(ctx, async (inside) => {
    const mails = await keptMails(inside)
      .selectAll('m')
      .orderBy('m.created_at')
      .orderBy('m.id')
      .limit(mostAtOnce)
      .forUpdate('m')
      .execute();
    const ids = mails.map(({ id }) => id);
    // Also those that are not needed any more: they are no longer offered.
    await inside.db
      .updateTable('mails')
      .set({ sent_again_at: ctx.at })
      .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
      .execute();
    const queued = await queueAll(inside, withoutRepeats(mails));
    await recordMany(
      inside,
      queued.map(({ id, to_email, kind, subject }) => ({
        action: 'sendKeptMails',
        subject: 'mail',
        id,
        name: to_email,
        after: { kind, subject },
      })),
    );
    return { queued: queued.length, left: (await readKeptMails(inside)).count };
  });
}

/** A test is about the mail server of its time. */
function keptMails(ctx: Context) {
  return ctx.db
    .selectFrom('mails as m')
    .where('m.is_captured', '=', true)
    .where('m.sent_again_at', 'is', null)
    .where('m.kind', 'not in', ['test', 'bulk-test'])
    .where((condition) => condition.and(readableKinds(ctx)));
}

/** Of several mails with the same content the newest: each new link ends the earlier ones. */
function withoutRepeats(mails: MailRow[]): MailRow[] {
  const newest = new Map(
    mails.map((mail) => [JSON.stringify([mail.kind, mail.to_email, mail.about]), mail]),
  );
  return [...newest.values()].filter(({ to_email }) => !isErasedEmail(to_email));
}

async function queueAll(ctx: Context, mails: MailRow[]): Promise<MailRow[]> {
  const plain = mails.filter(({ kind }) => !signsIn(kind));
  await queueMails(
    ctx,
    plain.map(({ kind, to_email: toEmail, to_name: toName, about }) => ({
      kind,
      toEmail,
      toName,
      about,
    })),
  );
  const queued = plain;
  for (const mail of mails.filter(({ kind }) => signsIn(kind))) {
    if ((await queueAgain(ctx, mail)) !== null) queued.push(mail);
  }
  return queued;
}
