import {
  judgeableVerdicts,
  notificationTexts,
  type Notification,
} from '#contract/payments/notifications.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { notFound } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { findPayable, labelOf, payableKinds } from '../payable.ts';
import { processNotification, type NotificationDeps } from './process-notification.ts';
import { findNotification } from './queries.ts';

/**
 * Processes a notification immediately for an administrator, and restarts the series of pauses. A final
 * verdict does not change: a credit that is processed again would look like a duplicate.
 */
export async function processAgain(
  deps: NotificationDeps,
  ctx: Context,
  notificationId: string,
): Promise<void> {
  if (await reopen(ctx, notificationId)) await processNotification(deps, notificationId);
}

async function reopen(ctx: Context, notificationId: string): Promise<boolean> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const before = await findNotification(db, notificationId);
    if (before === undefined) throw notFound(notificationTexts.notFound);
    const reopened = await db
      .updateTable('card_notifications')
      .set({ verdict: null, judged_at: null, attempts: 0, next_attempt_at: at })
      .where('id', '=', notificationId)
      .where((row) => row.or([row('verdict', 'is', null), row('verdict', 'in', judgeableVerdicts)]))
      .executeTakeFirst();
    if (reopened.numUpdatedRows === 0n) return false;
    await recordAudit(inside, {
      action: 'judgeNotificationAgain',
      subject: 'payment',
      id: notificationId,
      name: await recordNameOf(db, before),
      before: { verdict: before.verdict },
    });
    return true;
  });
}

/** The provider's number, and the number of the record that it pays. */
async function recordNameOf(
  db: Db,
  { kind, recordId: id, providerId }: Notification,
): Promise<string> {
  const record = await findPayable(db, { kind: payableKinds[kind], id });
  return record === undefined ? providerId : `${providerId} for ${labelOf(record)}`;
}

/** Queues due notifications without a job, at each start and every minute. */
export async function queueDueNotifications(deps: NotificationDeps): Promise<void> {
  const due = await deps.db
    .selectFrom('card_notifications')
    .select('id')
    .where('next_attempt_at', '<=', deps.clock.now())
    .orderBy('next_attempt_at')
    .limit(10_000)
    .execute();
  const jobs = due.map(({ id }) => ({ notificationId: id }));
  await deps.queue.enqueueMissing(deps.db, 'judge-notification', jobs);
}
