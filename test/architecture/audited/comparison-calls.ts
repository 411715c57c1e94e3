import {
  dismissDifference,
  recordDifference,
  startComparison,
} from '#contract/payments/comparison.ts';
import { callApi } from '#test/support/call.ts';
import { addUnrecorded } from '#test/support/payfast/comparing.ts';
import type { AuditFixture } from './fixture.ts';

export function comparisonCalls({ app, as }: AuditFixture) {
  return {
    startComparison: async () => {
      await app.db
        .deleteFrom('provider_comparisons')
        .where('next_attempt_at', 'is not', null)
        .execute();
      return callApi(app, startComparison, {}, as);
    },
    recordDifference: async () => {
      const { id } = await addUnrecorded(app, { providerId: 'listed-1' });
      return callApi(app, recordDifference, { params: { id } }, as);
    },
    dismissDifference: async () => {
      const { id } = await addUnrecorded(app, { providerId: 'listed-2' });
      const body = { reason: 'Another shop of ours' };
      return callApi(app, dismissDifference, { params: { id }, body }, as);
    },
  };
}
