import { getMemberStatus, type MemberStatus } from '#contract/member-statuses/endpoints.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/record/use-version.ts';

export type Version = Versioned<{ status: MemberStatus }>;

export function useMemberStatus(id: string) {
  return useVersion(
    ['memberStatuses', 'one', id],
    (options) => callWithEtag(getMemberStatus, { params: { id } }, options),
    (status) => ({ status }),
  );
}
