import type { Context } from '#server/context.ts';

/** A sweep for what the queue forgot; the next minute takes the rest. */
const most = 10_000;

/** Due mail is in our rows: the queue's own tables are not in backups. At start and each minute. */
export async function sendDueMails({ db, queue, at }: Omit<Context, 'by'>): Promise<number> {
  const due = await db
    .selectFrom('mails')
    .select('id')
    .where('next_attempt_at', '<=', at)
    .orderBy('next_attempt_at')
    .limit(most)
    .execute();
  const jobs = due.map(({ id }) => ({ mailId: id }));
  await queue.enqueueMissing(db, 'send-mail', jobs);
  return due.length;
}
