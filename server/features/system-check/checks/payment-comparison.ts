import { comparisonTexts } from '#contract/payments/comparison.ts';
import { formatMoment } from '#contract/days.ts';
import { historyAccount } from '#server/features/payments/comparison/comparison-deps.ts';
import {
  countOpenDifferences,
  readComparisonState,
} from '#server/features/payments/comparison/queries.ts';
import { failed, ok, warning, withDatabase, type Check, type CheckDeps } from '../check.ts';

const advice = 'Card Notifications says more. Press Check now there.';

/** Whether the payments are compared with the card provider's list, and differ. product-rules 7.17. */
export function paymentComparisonCheck(deps: CheckDeps): Check {
  return {
    name: 'Payments at PayFast',
    run: withDatabase(deps, async (db) => {
      if (historyAccount(deps.config.payfast) === null) {
        return ok('Not compared, without a live PayFast account.');
      }
      const [{ last, failure, isOverdue }, count] = await Promise.all([
        readComparisonState(db, deps.clock.now()),
        countOpenDifferences(db),
      ]);
      const finding =
        last === null
          ? comparisonTexts.none
          : comparisonTexts.last(formatMoment(last.finishedUtc), last.fromDay, last.toDay);
      if (isOverdue) return failed(comparisonTexts.overdue, `${failure ?? ''} ${advice}`.trim());
      if (failure !== null) return warning(finding, `${failure} ${advice}`);
      if (count > 0) {
        return warning(
          `${finding} ${comparisonTexts.differences(count)}`,
          'Card Notifications says what to do about each.',
        );
      }
      return ok(`${finding} ${last === null ? '' : comparisonTexts.noDifferences}`.trim());
    }),
  };
}
