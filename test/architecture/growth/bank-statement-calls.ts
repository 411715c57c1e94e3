import * as contract from '#contract/bank-statements/endpoints.ts';
import { oneMovement, openStatements } from '#test/support/bank-statements/open-statements.ts';
import { callApi } from '#test/support/call.ts';
import type { GrowthCalls, GrowthFixture } from './measured-app.ts';

/** Bank statements. Those that leave an audit entry are among the audited calls. */
export function bankStatementGrowthCalls({ app, as, direct }: GrowthFixture): GrowthCalls {
  const statements = openStatements(app, as.token);
  const params = async () => ({ id: await statements.imported(oneMovement('growth')) });
  return {
    searchStatements: direct(contract.searchStatements, { body: {} }),
    listBankAccounts: direct(contract.listBankAccounts, {}),
    getStatement: async () => {
      const input = { params: await params() };
      return () => callApi(app, contract.getStatement, input, as);
    },
    searchBankLines: async () => {
      const input = { params: await params(), body: { text: 'growth' } };
      return () => callApi(app, contract.searchBankLines, input, as);
    },
  };
}
