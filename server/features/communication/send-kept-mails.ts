import { type RawBuilder, sql } from 'kysely';
import { keptMailTexts } from '#contract/communication/kept-texts.ts';
import {
  type getKeptMails,
  mailLogTexts,
  type sendKeptMails as endpoint,
  signsIn,
} from '#contract/communication/mail-log.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { mostWaiting } from '#contract/menu-counts/endpoints.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { MailRow } from '#server/platform/mail/record-attempt.ts';
import { cancelKept, queueKept, replaceKept } from './kept-mails.ts';
import { readableKinds } from './mail-log.ts';
import { queueAgain } from './send-mail-again.ts';

/** An invitation takes some statements, so that a press takes seconds at most. */
const mostAtOnce = 500;

export async function readKeptMails(
  ctx: Context,
  { isLoopback, publicUrl }: Pick<Config, 'isLoopback' | 'publicUrl'>,
): Promise<ReplyOf<typeof getKeptMails>> {
  const counted = await countKeptMails(ctx);
  return { ...counted, localUrl: isLoopback ? publicUrl : null };
}

async function countKeptMails(ctx: Context) {
  const { count, oldest, local } = await keptMails(ctx)
    .select([
      sql<number>`count(*) FILTER (WHERE NOT ${isLocal})`.as('count'),
      sql<Date | null>`min(m.created_at) FILTER (WHERE NOT ${isLocal})`.as('oldest'),
      sql<number>`count(*) FILTER (WHERE ${isLocal})`.as('local'),
    ])
    .executeTakeFirstOrThrow();
  return { count, oldestUtc: oldest?.toISOString() ?? null, local };
}

/**
 * Queues the oldest kept mails, as Send again does. The worker cancels those that are out of date.
 * Twenty presses at a time wait on the rows and find them sent. product-rules 8.4.
 */
export async function sendKeptMails(
  ctx: Context,
  isCaptured: boolean,
): Promise<ReplyOf<typeof endpoint>> {
  if (isCaptured) throw conflict(keptMailTexts.noServerYet);
  return inTransaction(ctx, async (inside) => {
    const mails = await keptMails(inside)
      .selectAll('m')
      .where(sql<boolean>`NOT ${isLocal}`)
      .orderBy('m.created_at')
      .orderBy('m.id')
      .limit(mostAtOnce)
      .forUpdate('m')
      .execute();
    const queued = await queueNewest(inside, mails);
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
    return { queued: queued.length, left: (await countKeptMails(inside)).count };
  });
}

/** A test is about the mail server of its time. */
function keptMails(ctx: Context) {
  return ctx.db
    .selectFrom('mails as m')
    .where(isKeptMail)
    .where((condition) => condition.and(readableKinds(ctx)));
}

const isKeptMail = sql<boolean>`m.is_captured AND m.sent_again_at IS NULL
  AND m.kind NOT IN ('test', 'bulk-test')`;

/** No mail server delivers to it. */
const isLocal = sql<boolean>`m.to_email ILIKE '%@localhost'`;

/** Those that can be sent, at most `mostWaiting`. A partial index has all kept mails. */
export function keptMailCount(ctx: Context): RawBuilder<number> {
  const readable = sql.join([isKeptMail, sql`NOT ${isLocal}`, ...readableKinds(ctx)], sql` AND `);
  return sql`(SELECT count(*) FROM (
    SELECT FROM mails AS m WHERE ${readable} LIMIT ${sql.lit(mostWaiting)}) AS kept)`;
}

/**
 * Of several mails with the same content the newest: each new link ends the earlier ones.
 * The others are cancelled, also those that are not needed any more.
 */
async function queueNewest(ctx: Context, mails: MailRow[]): Promise<MailRow[]> {
  const contentOf = (mail: MailRow) => JSON.stringify([mail.kind, mail.to_email, mail.about]);
  const newest = new Map(mails.map((mail) => [contentOf(mail), mail]));
  const due = [...newest.values()].filter(({ to_email }) => !isErasedEmail(to_email));
  const queued = due.filter(({ kind }) => !signsIn(kind));
  await queueKept(ctx, idsOf(queued));
  for (const mail of due.filter(({ kind }) => signsIn(kind))) {
    if ((await queueAgain(ctx, mail)) !== null) queued.push(mail);
  }
  const sent = new Set(queued.map(contentOf));
  // Those that were queued themselves are not kept any more.
  await replaceKept(ctx, idsOf(mails.filter((mail) => sent.has(contentOf(mail)))));
  const needless = mails.filter((mail) => !sent.has(contentOf(mail)));
  await cancelKept(ctx, idsOf(needless), mailLogTexts.needless);
  return queued;
}

function idsOf(mails: MailRow[]): string[] {
  return mails.map(({ id }) => id);
}
