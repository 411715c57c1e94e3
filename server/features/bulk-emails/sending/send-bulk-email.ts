import type { Db } from '#server/platform/db/pool.ts';
import type { MailLine } from '#server/platform/mail/delivery/connection.ts';
import type { Fill } from '../content/template.ts';
import { prepare } from '../content/render.ts';
import { consentNeeded } from './audience.ts';
import type { Claimed } from './claim-recipients.ts';
import { openLedger, type Ledger } from './send-batcher.ts';
import type { BulkPost } from './send-due.ts';
import type { Told } from './record-results.ts';
import { unsubscribeUrl } from '#server/features/communication/unsubscribe.ts';

interface Run {
  post: BulkPost;
  ledger: Ledger;
  fill: Fill;
  from: Awaited<ReturnType<BulkPost['from']>>;
}

/**
 * Sends what is due of one bulk email over several lines, until nothing is; answers whether the
 * mail server could be reached. What a line is about to send is marked before it leaves. Rules §9.
 */
export async function sendBulkEmail(
  post: BulkPost,
  { db, worker, id, most }: { db: Db; worker: number; id: string; most: number },
): Promise<boolean> {
  const email = await readForSending(db, id);
  const run: Run = {
    post,
    fill: await prepare(db, post.publicUrl, email),
    from: await post.from(),
    ledger: openLedger(db, {
      bulkEmailId: id,
      worker,
      purposes: consentNeeded(email),
      now: () => post.clock.now(),
      unrecorded: post.unrecorded,
      isStopping: () => post.isStopping(),
    }),
  };
  // The first finds out whether anybody is there, before the others knock too.
  const first = await openLine(run);
  if (first === null) return false;
  const others = Array.from({ length: Math.min(most, post.lines) - 1 }, () => work(run, null));
  const outcomes = await Promise.allSettled([work(run, first), ...others]);
  const broken = outcomes.find((outcome) => outcome.status === 'rejected');
  if (broken) throw broken.reason;
  return outcomes.some((outcome) => outcome.status === 'fulfilled' && outcome.value);
}

/** One line after the other, one message at a time; answers whether it ended for want of work. */
async function work(run: Run, opened: MailLine | null): Promise<boolean> {
  let line = opened;
  let told: Told | undefined;
  try {
    for (;;) {
      line = await usable(run, line);
      if (line === null) break;
      const recipient = await run.ledger.next(told);
      told = undefined;
      if (recipient === null) return true;
      told = { recipient, outcome: await line.send(mailTo(run, recipient)) };
    }
    // Nobody is there any more: what became of the last one is written down by whoever comes next.
    if (told !== undefined) run.post.unrecorded.push(told);
    return false;
  } finally {
    line?.close();
  }
}

async function usable(run: Run, line: MailLine | null): Promise<MailLine | null> {
  if (line !== null && !line.isOver) return line;
  line?.close();
  return openLine(run);
}

async function openLine({ post, ledger }: Run): Promise<MailLine | null> {
  try {
    return await post.openLine();
  } catch (error) {
    await ledger.report((error as Error).message);
    return null;
  }
}

function mailTo({ post, fill, from }: Run, { id, email, name, replacements }: Claimed) {
  return {
    messageId: `${id}@${post.publicHost}`,
    date: post.clock.now(),
    from,
    to: { name, address: email },
    message: fill(replacements, id),
    unsubscribeUrl: unsubscribeUrl(post.publicUrl, id),
  };
}

async function readForSending(db: Db, id: string) {
  return db
    .selectFrom('bulk_emails as b')
    .innerJoin('communication_lists as l', 'l.id', 'b.communication_list_id')
    .select(['b.subject', 'b.title', 'b.content', 'b.attachment_id as attachmentId'])
    .select(['b.is_appeal as isAppeal', 'l.audience'])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow();
}
