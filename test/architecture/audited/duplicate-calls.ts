import { dismissDuplicate } from '#contract/duplicates/endpoints.ts';
import { undoMerge } from '#contract/duplicates/merge.ts';
import { callApi } from '#test/support/call.ts';
import { merge, mergeOf } from '#test/support/merging/merge.ts';
import { registered } from '#test/support/people.ts';
import type { AuditFixture } from './fixture.ts';

export function duplicateCalls({ app, as, email }: AuditFixture) {
  let pairs = 0;

  /** With a name and a phone number that nobody else has. Both have an open invoice. */
  async function twins() {
    const lastName = `Twin${String.fromCodePoint(65 + (pairs % 26))}${++pairs}`;
    const phone = `071 000 ${1000 + pairs}`;
    const one = await registered(app, { email: email(), lastName, phone });
    const other = await registered(app, { email: email(), lastName, phone });
    return [one.memberId, other.memberId] as const;
  }

  const mergeTwins = async () => merge(app, await twins(), as, { openInvoice: 'kept' });

  return {
    dismissDuplicate: async () => {
      const [firstId, secondId] = await twins();
      return callApi(app, dismissDuplicate, { body: { firstId, secondId } }, as);
    },
    mergeMembers: mergeTwins,
    archiveMergedMember: mergeTwins,
    undoMerge: async () => {
      const ids = await twins();
      const { data } = await merge(app, ids, as, { openInvoice: 'kept' });
      const id = await mergeOf(app, ids.find((one) => one !== data.id) ?? '');
      return callApi(app, undoMerge, { params: { id } }, as);
    },
  };
}
