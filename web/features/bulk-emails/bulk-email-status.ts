import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import {
  type BulkEmail,
  bulkEmailStatuses,
  bulkEmailTexts,
} from '#contract/bulk-emails/endpoints.ts';

type BulkEmailProgress = Pick<BulkEmail, 'bulkEmailStatusName'>;

export function isPending({ bulkEmailStatusName }: BulkEmailProgress): boolean {
  return bulkEmailStatusName === 'Pending';
}

export function isUnderWay({ bulkEmailStatusName }: BulkEmailProgress): boolean {
  return bulkEmailStatusName === 'Processing';
}

/** Why a bulk email that is no longer Pending cannot be changed. */
export function whyLocked(bulkEmail: BulkEmailProgress): string {
  return isUnderWay(bulkEmail) ? bulkEmailTexts.lockedNow : bulkEmailTexts.locked;
}

/** Any other value shows as Unknown: product-rules 14.8. */
export function statusName({ bulkEmailStatusName }: BulkEmailProgress): string {
  const statuses: readonly string[] = bulkEmailStatuses;
  return statuses.includes(bulkEmailStatusName) ? bulkEmailStatusName : 'Unknown';
}

type Facts = Pick<
  BulkEmail,
  'isPaused' | 'isHeld' | 'heldReason' | 'isStopped' | 'sentCount' | 'totalCount'
>;

/** The text beside the badge, or ''. */
export function statusDetails(bulkEmail: Facts): string {
  const { isPaused, isHeld, heldReason, isStopped, sentCount, totalCount } = bulkEmail;
  if (isStopped) return `stopped after ${sentCount} of ${totalCount}`;
  if (isHeld) return heldReason ? `held: ${heldReason}` : 'held';
  return isPaused ? 'paused' : '';
}

/** How many were sent in the end, or kept here. */
export function sentSummary({
  sentCount,
  totalCount,
  isCaptured,
}: Pick<BulkEmail, 'sentCount' | 'totalCount' | 'isCaptured'>): string {
  return (isCaptured ? bulkEmailWords.keptOf : bulkEmailWords.sentOf)(sentCount, totalCount);
}

/** The progress, rounded down to ten percent: 0 to 100. */
export function progressInTens({
  totalCount,
  totalCountProcessed,
}: Pick<BulkEmail, 'totalCount' | 'totalCountProcessed'>): number {
  return totalCount === 0 ? 0 : Math.floor((totalCountProcessed / totalCount) * 10) * 10;
}

type Counts = Pick<BulkEmail, 'failedCount' | 'suppressedCount' | 'uncertainCount'>;

/** How many recipients did not get it; '' if all did. */
export function failureSummary({ failedCount, suppressedCount, uncertainCount }: Counts): string {
  return [
    failedCount > 0 && `${failedCount} failed`,
    uncertainCount > 0 && `${uncertainCount} uncertain`,
    suppressedCount > 0 && `${suppressedCount} not sent`,
  ]
    .filter(Boolean)
    .join(', ');
}
