import { getMemberType, type MemberType } from '#contract/member-types.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useVersion, type Versioned } from '#web/forms/use-loaded-record.ts';

export type Version = Versioned<{ type: MemberType }>;

export function useMemberType(id: string) {
  return useVersion(
    ['memberTypes', 'one', id],
    (options) => callWithEtag(getMemberType, { params: { id } }, options),
    (type) => ({ type }),
  );
}
