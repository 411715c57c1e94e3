import { type BulkEmail, bulkEmailStatuses } from '#contract/bulk-emails.ts';

type Sent = Pick<BulkEmail, 'bulkEmailStatusName'>;

export function isPending({ bulkEmailStatusName }: Sent): boolean {
  return bulkEmailStatusName === 'Pending';
}

export function isUnderWay({ bulkEmailStatusName }: Sent): boolean {
  return bulkEmailStatusName === 'Processing';
}

/** Specification §4: any other value shows as Unknown. */
export function statusWord({ bulkEmailStatusName }: Sent): string {
  const known: readonly string[] = bulkEmailStatuses;
  return known.includes(bulkEmailStatusName) ? bulkEmailStatusName : 'Unknown';
}

type Facts = Pick<
  BulkEmail,
  'isPaused' | 'isHeld' | 'heldReason' | 'isStopped' | 'sentCount' | 'totalCount'
>;

/** What stands beside the badge; '' when there is nothing to add. */
export function besideStatus(bulkEmail: Facts): string {
  const { isPaused, isHeld, heldReason, isStopped, sentCount, totalCount } = bulkEmail;
  if (isStopped) return `stopped after ${sentCount} of ${totalCount}`;
  if (isHeld) return heldReason ? `held: ${heldReason}` : 'held';
  return isPaused ? 'paused' : '';
}

/** The last full ten percent, from 0 to 100. */
export function tensDone({
  totalCount,
  totalCountProcessed,
}: Pick<BulkEmail, 'totalCount' | 'totalCountProcessed'>): number {
  return totalCount === 0 ? 0 : Math.floor((totalCountProcessed / totalCount) * 10) * 10;
}

type Counts = Pick<BulkEmail, 'failedCount' | 'suppressedCount' | 'uncertainCount'>;

/** Those who did not get it, in words; '' when everybody did. */
export function notReached({ failedCount, suppressedCount, uncertainCount }: Counts): string {
  return [
    failedCount > 0 && `${failedCount} failed`,
    uncertainCount > 0 && `${uncertainCount} uncertain`,
    suppressedCount > 0 && `${suppressedCount} not sent`,
  ]
    .filter(Boolean)
    .join(', ');
}
