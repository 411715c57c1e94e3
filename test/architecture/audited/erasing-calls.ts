import * as erasure from '#contract/privacy/erasure.ts';
import { callApi } from '#test/support/call.ts';
import { pledged } from '#test/support/payfast/notifications.ts';
import { password } from '#test/support/people.ts';
import type { AuditFixture } from './fixture.ts';

export function erasingCalls({ app, as, someone }: AuditFixture) {
  return {
    eraseMember: async () => {
      const { memberId: id } = await someone();
      return callApi(app, erasure.eraseMember, { params: { id }, body: { password } }, as);
    },
    eraseDonor: async () => {
      const id = await pledged(app);
      return callApi(app, erasure.eraseDonor, { params: { id }, body: { password } }, as);
    },
    askForErasure: async () => {
      const { memberId: id } = await someone();
      return callApi(app, erasure.askForErasure, { params: { id } }, as);
    },
    declineErasure: async () => {
      const params = { id: (await someone()).memberId };
      await callApi(app, erasure.askForErasure, { params }, as);
      return callApi(app, erasure.declineErasure, { params, body: { reason: 'Not yet' } }, as);
    },
  };
}
