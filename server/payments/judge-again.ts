import { judgeableVerdicts, notificationTexts } from '#contract/payments.ts';
import { notFound } from '../errors.ts';
import { judgeNotification, type Bench } from './judge-notification.ts';
import { findNotification } from './notification-queries.ts';

/**
 * By hand, at once, and with all pauses before it again. What has been judged for good stays: a
 * credit that was judged again would look like a repeat.
 */
export async function judgeAgain(bench: Bench, id: string): Promise<void> {
  const reopened = await bench.db
    .updateTable('card_notifications')
    .set({ verdict: null, judged_at: null, attempts: 0, next_attempt_at: bench.clock.now() })
    .where('id', '=', id)
    .where((row) => row.or([row('verdict', 'is', null), row('verdict', 'in', judgeableVerdicts)]))
    .executeTakeFirst();
  if (reopened.numUpdatedRows > 0n) return judgeNotification(bench, id);
  if ((await findNotification(bench.db, id)) === undefined) {
    throw notFound(notificationTexts.notFound);
  }
}

/** Due ones that the queue forgot, at each start and each minute. */
export async function judgeDueNotifications(bench: Bench): Promise<void> {
  const due = await bench.db
    .selectFrom('card_notifications')
    .select('id')
    .where('next_attempt_at', '<=', bench.clock.now())
    .orderBy('next_attempt_at')
    .limit(500)
    .execute();
  for (const { id } of due) {
    await bench.queue.enqueue(bench.db, 'judge-notification', { notificationId: id });
  }
}
