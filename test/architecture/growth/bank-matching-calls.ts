import {
  countMoneyLines,
  getMoneyLine,
  searchMoneyLines,
} from '#contract/bank-matching/endpoints.ts';
import { getPayout } from '#contract/bank-matching/payouts.ts';
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
    getPayout: async () => {
      const input = { params: { id: await bank.line('PAYFAST   PO00918273', 3482.15) } };
      return () => callApi(app, getPayout, input, as);
    },
    countMoneyLines: direct(countMoneyLines, {}),
    getMoneyLine: async () => {
      const input = { params: { id: await bank.line('MEMBERSHIP DLAMINI INV 512', 450) } };
      return () => callApi(app, getMoneyLine, input, as);
    },
  };
}
