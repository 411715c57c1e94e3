import {
  countMoneyLines,
  getMoneyLine,
  searchMoneyLines,
} from '#contract/bank-matching/endpoints.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { callApi } from '#test/support/call.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Bank lines. Those calls that leave an audit entry are among the audited calls. */
export function bankMatchingGrowthCalls({ app, as, direct }: GrowthFixture): GrowthCalls {
  const bank = openMatching(app, as.token);
  return {
    searchMoneyLines: direct(searchMoneyLines, { body: {} }),
    'searchMoneyLines: certain': direct(searchMoneyLines, { body: { certainty: 'certain' } }),
    'searchMoneyLines: text': direct(searchMoneyLines, { body: { text: 'Dlamini 4711' } }),
    countMoneyLines: direct(countMoneyLines, {}),
    getMoneyLine: async () => {
      const input = { params: { id: await bank.line('MEMBERSHIP DLAMINI INV 512', 450) } };
      return () => callApi(app, getMoneyLine, input, as);
    },
  };
}
