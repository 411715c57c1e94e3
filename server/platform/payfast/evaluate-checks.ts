import { checksOf, type Check, type Circumstances } from './checks.ts';
import type { Notification } from './notification.ts';

/** `unconfirmed`: the provider's confirmation is all that is wanting, so ask (again). */
export type Verdict = 'settle' | 'cancelled' | 'failed' | 'pending' | 'refused' | 'unconfirmed';

export interface Evaluation {
  checks: Check[];
  verdict: Verdict;
}

/**
 * Judges a notification by all that is known of it. Hand in the confirmation `unknown` to learn
 * whether asking for one is worth it: only then is the verdict `unconfirmed`, so that a stranger's
 * post never makes us call the provider.
 */
export function evaluateChecks(
  notification: Notification,
  circumstances: Circumstances,
): Evaluation {
  const checks = checksOf(notification, circumstances);
  const unpaid = unpaidVerdicts.get(notification.paymentStatus ?? '');
  const decisive = checks.filter(({ name }) => {
    if (name === 'source') return circumstances.settings.sourceCheck === 'refuse';
    // Nothing is booked for an unpaid one, and a cancelled one tells R0.00.
    return unpaid === undefined || (name !== 'amount' && name !== 'status');
  });
  return { checks, verdict: verdictOf(decisive, unpaid ?? 'settle') };
}

const unpaidVerdicts = new Map<string, Verdict>([
  ['CANCELLED', 'cancelled'],
  // From the provider's older documents.
  ['CANCEL', 'cancelled'],
  ['FAILED', 'failed'],
  ['PENDING', 'pending'],
]);

function verdictOf(checks: Check[], otherwise: Verdict): Verdict {
  if (checks.some(({ outcome }) => outcome === 'failed')) return 'refused';
  if (checks.some(({ outcome }) => outcome === 'unknown')) return 'unconfirmed';
  return otherwise;
}
