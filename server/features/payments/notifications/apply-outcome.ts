import type { Selectable } from 'kysely';
import type { CardVerdict, NotificationCheck, Tables } from '#server/platform/db/tables.ts';
import type { Evaluation } from '#server/platform/payfast/evaluate-checks.ts';
import type { Notification } from '#server/platform/payfast/notification.ts';
import type { Context } from '#server/context.ts';
import { postCardFees } from '#server/features/ledger/post-card-fees.ts';
import type { AskedRecord } from '../asked-amounts.ts';
import { recordCardOutcome } from '../payable.ts';
import { arrivalDay } from '../payment-day.ts';
import type { SettleOutcome } from '../record-payment.ts';
import { settleCardMoney } from '../settle-card-money.ts';

type Row = Selectable<Tables['card_notifications']>;

interface EvaluatedNotification extends Evaluation {
  notification: Notification;
  record: AskedRecord | null;
  /** No money moves. */
  isTest: boolean;
}

/** Minutes before each new confirmation request. After the last one, an administrator decides. */
const pauses = [1, 2, 5, 15, 30, 60, 120, 240, 480, 720, 1440];

/** Applies the verdict and stores it with the notification, in one transaction. */
export async function applyOutcome(
  ctx: Context,
  row: Row,
  found: EvaluatedNotification,
): Promise<void> {
  const { verdict, checks } = found;
  const isSigned = checks.some(({ name, outcome }) => name === 'signature' && outcome === 'passed');
  const pause = pauses[row.attempts - 1];
  if (verdict === 'unconfirmed' && pause !== undefined) {
    return askAgain(ctx, row, { checks, isSigned, pause });
  }
  const judged = { is_signed: isSigned, judged_at: ctx.at, next_attempt_at: null };
  if (verdict !== 'settle') {
    await noteOutcome(ctx, found);
    return keep(ctx, row, { ...judged, checks, verdict });
  }
  const outcome = await settleIt(ctx, row, found);
  const isElsewhere = outcome === 'reference-used-elsewhere';
  await keep(ctx, row, {
    ...judged,
    checks: isElsewhere ? [...checks, countedElsewhere] : checks,
    verdict: verdictOf[outcome],
  });
  await postCardFees(ctx, [row.provider_id]);
}

/** For a notification whose processing always fails: an administrator has to look at it. */
export function giveUp(ctx: Context, row: Row): Promise<void> {
  const checks: NotificationCheck[] = [
    {
      name: 'judging',
      outcome: 'failed',
      words:
        'Processing this failed each time. Check the log for the cause, then press Check again.',
    },
  ];
  return keep(ctx, row, {
    checks,
    verdict: 'unjudged',
    judged_at: ctx.at,
    next_attempt_at: null,
  });
}

/** The verdict column's value for each outcome of settling. */
const verdictOf: Record<SettleOutcome, CardVerdict> = {
  settled: 'settled',
  part: 'settled',
  'already-paid': 'already',
  credit: 'credit',
  'reference-used-elsewhere': 'refused',
};

const countedElsewhere: NotificationCheck = {
  name: 'payment',
  outcome: 'failed',
  words: 'This payment of the provider has been counted for another record.',
};

async function askAgain(
  ctx: Context,
  row: Row,
  { checks, isSigned, pause }: { checks: NotificationCheck[]; isSigned: boolean; pause: number },
): Promise<void> {
  await keep(ctx, row, {
    checks,
    is_signed: isSigned,
    verdict: null,
    judged_at: null,
    next_attempt_at: new Date(ctx.at.getTime() + pause * 60_000),
  });
  const { queue, db } = ctx;
  await queue.enqueue(db, 'judge-notification', { notificationId: row.id }, pause * 60 + 1);
}

async function noteOutcome(
  ctx: Context,
  { verdict, record }: EvaluatedNotification,
): Promise<void> {
  if (record === null) return;
  if (verdict !== 'cancelled' && verdict !== 'failed') return;
  await recordCardOutcome(ctx.db, record, verdict);
}

async function settleIt(
  ctx: Context,
  row: Row,
  { notification, record, isTest }: EvaluatedNotification,
): Promise<SettleOutcome> {
  const { pfPaymentId: providerId, amountCents } = notification;
  // The checks fail without them.
  if (record === null || providerId === null || amountCents === null) {
    throw new Error('nothing to settle');
  }
  const paidOn = arrivalDay(ctx, row.received_at);
  const payerName = notification.payerName ?? `PayFast ${providerId}`;
  return settleCardMoney(ctx, record, { providerId, payerName, amountCents, paidOn, isTest });
}

interface Found {
  checks: NotificationCheck[];
  is_signed?: boolean;
  verdict: CardVerdict | null;
  judged_at: Date | null;
  next_attempt_at: Date | null;
}

async function keep(ctx: Context, row: Row, { checks, ...found }: Found): Promise<void> {
  await ctx.db
    .updateTable('card_notifications')
    .set({ checks: JSON.stringify(checks), ...found })
    .where('id', '=', row.id)
    .execute();
}
