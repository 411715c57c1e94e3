import { updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import * as statuses from '#contract/member-statuses/endpoints.ts';
import * as types from '#contract/member-types/endpoints.ts';
import { ask } from '#test/support/call.ts';
import type { Stage } from './fixture.ts';

export function choiceCalls({ site: app, as, email, made, of }: Stage) {
  return {
    createMemberType: () => made.type(),
    updateMemberType: async () =>
      ask(app, types.updateMemberType, { ...(await of(made.type())), body: { fee: 20 } }, as),
    deleteMemberType: async () => ask(app, types.deleteMemberType, await of(made.type()), as),
    createMemberStatus: made.status,
    updateMemberStatus: async () => {
      const input = { ...(await of(made.status())), body: { name: email() } };
      return ask(app, statuses.updateMemberStatus, input, as);
    },
    deleteMemberStatus: async () =>
      ask(app, statuses.deleteMemberStatus, await of(made.status()), as),
    updateCompanyInfo: async () => {
      const params = await app.db.selectFrom('company_info').select('id').executeTakeFirstOrThrow();
      return ask(app, updateCompanyInfo, { params, body: { name: 'Wild' } }, as);
    },
  };
}
