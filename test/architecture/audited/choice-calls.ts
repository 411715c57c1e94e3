import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import * as statuses from '#contract/member-statuses/endpoints.ts';
import * as types from '#contract/member-types/endpoints.ts';
import { ask } from '#test/support/call.ts';
import type { Stage } from './fixture.ts';

export function choiceCalls({ site, as, email, made, of }: Stage) {
  return {
    createMemberType: () => made.type(),
    updateMemberType: async () =>
      ask(site, types.updateMemberType, { ...(await of(made.type())), body: { fee: 20 } }, as),
    deleteMemberType: async () => ask(site, types.deleteMemberType, await of(made.type()), as),
    createMemberStatus: made.status,
    updateMemberStatus: async () => {
      const input = { ...(await of(made.status())), body: { name: email() } };
      return ask(site, statuses.updateMemberStatus, input, as);
    },
    deleteMemberStatus: async () =>
      ask(site, statuses.deleteMemberStatus, await of(made.status()), as),
    updateCompanyInfo: async () => {
      const params = await site.db
        .selectFrom('company_info')
        .select('id')
        .executeTakeFirstOrThrow();
      return ask(site, updateCompanyInfo, { params, body: { name: 'Wild' } }, as);
    },
  };
}
