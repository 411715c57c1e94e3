import { checksOf, isAmountOfMoney, type Check, type Circumstances } from './checks.ts';
import type { Notification } from './notification.ts';

/** `unconfirmed`: only the provider's confirmation is missing, so request it (again). */
export type Verdict = 'settle' | 'cancelled' | 'failed' | 'pending' | 'refused' | 'unconfirmed';

export interface Evaluation {
  checks: Check[];
  verdict: Verdict;
}

/**
 * Evaluates a notification. Pass the confirmation `unknown` to learn whether one is needed. Only then
 * is the verdict `unconfirmed`, so that a forged notification never triggers a request to the provider.
 */
export function evaluateChecks(
  notification: Notification,
  circumstances: Circumstances,
): Evaluation {
  const checks = checksOf(notification, circumstances);
  const unpaid = unpaidVerdicts.get(notification.paymentStatus ?? '');
  const decisive = checks.filter(({ name }) => {
    if (name === 'source') return circumstances.settings.sourceCheck === 'refuse';
    // An amount that nobody asked for is money, too: it becomes a credit.
    if (name === 'amount' && circumstances.record !== null && isAmountOfMoney(notification)) {
      return false;
    }
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
