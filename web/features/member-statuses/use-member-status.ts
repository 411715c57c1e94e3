import { getMemberStatus, type MemberStatus } from '#contract/member-statuses.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/forms/use-loaded-record.ts';

export type Version = Versioned<{ status: MemberStatus }>;

export function useMemberStatus(id: string) {
  return useVersion(
    ['memberStatuses', 'one', id],
    (options) => callWithEtag(getMemberStatus, { params: { id } }, options),
    (status) => ({ status }),
  );
}
