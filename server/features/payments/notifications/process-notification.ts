import type { Selectable } from 'kysely';
import { isId } from '#contract/fields.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { confirm, type Confirmation } from '#server/platform/payfast/confirm.ts';
import { evaluateChecks, type Evaluation } from '#server/platform/payfast/evaluate-checks.ts';
import { readNotification, type Notification } from '#server/platform/payfast/notification.ts';
import { takesTestPayments } from '#server/platform/payfast/payment-form.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import { isFrom } from '#server/platform/payfast/source.ts';
import type { Context } from '#server/context.ts';
import { type AskedRecord, findAskedRecord } from '../asked-amounts.ts';
import { kindsOnWire, lockPayable, payableKinds, type PayableRef } from '../payable.ts';
import { applyOutcome, giveUp } from './apply-outcome.ts';

type Row = Selectable<Tables['card_notifications']>;

export interface NotificationDeps {
  db: Db;
  queue: Queue;
  clock: Clock;
  payfast: PayfastSettings & { timeoutMs?: number };
}

export function notificationDepsOf({ db, queue, clock, config }: AppDeps): NotificationDeps {
  return { db, queue, clock, payfast: config.payfast };
}

/** During the lease no other worker processes it. After a crash the lease expires. */
const leaseMs = 2 * 60_000;
/** More than all pauses and some crashes. Only a notification that always fails reaches it. */
const mostAttempts = 30;

/**
 * Processes a due notification: runs every check, and settles if all pass. Otherwise stores the failed
 * checks. A missing confirmation is requested again later. product-rules 7.3, 7.4, 7.6.
 */
export async function processNotification(
  deps: NotificationDeps,
  notificationId: string,
  isRetry = false,
): Promise<void> {
  const row = await claim(deps, notificationId, isRetry);
  if (row === undefined) return;
  const isHopeless = row.attempts > mostAttempts;
  const notification = readNotification(row.body);
  const confirmation = isHopeless ? 'unknown' : await askProvider(deps, row, notification);
  const ctx: Context = { db: deps.db, queue: deps.queue, at: deps.clock.now(), by: null };
  await inTransaction(ctx, async (inside) => {
    if (!(await isStillOpen(inside.db, row.id))) return;
    if (isHopeless) return giveUp(inside, row);
    // Evaluated again on the locked record, which may have changed during the confirmation request.
    const record = await lockedRecord(inside.db, row, notification);
    const judgement = evaluate(deps.payfast, row, notification, { record, confirmation });
    const isTest = takesTestPayments(deps.payfast);
    await applyOutcome(inside, row, { ...judgement, notification, record, isTest });
  });
}

/**
 * A job's retry does not wait for the lease of its first attempt, which failed or was killed. If both
 * still run, the second one sees the verdict, because `isStillOpen` locks the row.
 */
function claim(
  { db, clock }: NotificationDeps,
  id: string,
  isRetry: boolean,
): Promise<Row | undefined> {
  const now = clock.now();
  return db
    .updateTable('card_notifications')
    .set((row) => ({
      next_attempt_at: new Date(now.getTime() + leaseMs),
      attempts: row('attempts', '+', 1),
    }))
    .where('id', '=', id)
    .where('judged_at', 'is', null)
    .where((row) => (isRetry ? row.lit(true) : row('next_attempt_at', '<=', now)))
    .returningAll()
    .executeTakeFirst();
}

/** Asks the provider only if all other checks pass. */
async function askProvider(
  { db, payfast }: NotificationDeps,
  row: Row,
  notification: Notification,
): Promise<Confirmation> {
  const record = await findAskedRecord(db, refOf(row, notification));
  const { verdict } = evaluate(payfast, row, notification, { record, confirmation: 'unknown' });
  return verdict === 'unconfirmed' ? confirm(notification.parameters, payfast) : 'unknown';
}

/** An administrator may have processed it during the confirmation request. */
async function isStillOpen(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('card_notifications')
    .select('judged_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.judged_at === null;
}

/** The record that it names. The id can be any text. */
export function refOf({ kind }: Pick<Row, 'kind'>, { mPaymentId }: Notification): PayableRef {
  return { kind: payableKinds[kind], id: mPaymentId ?? '' };
}

async function lockedRecord(
  db: Db,
  row: Row,
  notification: Notification,
): Promise<AskedRecord | null> {
  const ref = refOf(row, notification);
  if (!isId(ref.id)) return null;
  await lockPayable(db, ref);
  return findAskedRecord(db, ref);
}

export function evaluate(
  settings: PayfastSettings,
  { kind, source_address }: Pick<Row, 'kind' | 'source_address'>,
  notification: Notification,
  { record: asked, confirmation }: { record: AskedRecord | null; confirmation: Confirmation },
): Evaluation {
  const isFromProvider = isFrom(settings.sources, source_address);
  const record = asked && { ...asked, kind: kindsOnWire[asked.kind] };
  return evaluateChecks(notification, { settings, kind, isFromProvider, record, confirmation });
}
