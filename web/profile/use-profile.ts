import { useQuery } from '@tanstack/react-query';
import { getMember, type Member } from '#contract/members.ts';
import { getMemberType, type MemberType } from '#contract/member-types.ts';
import { type Relative, searchRelatives } from '#contract/relatives.ts';
import { mostRelatives } from '#contract/limits.ts';
import { call } from '#web/api/call.ts';

export interface Profile {
  member: Member;
  type: MemberType;
  relatives: Relative[];
}

export function useProfile(memberId: string) {
  return useQuery({
    queryKey: ['profile', memberId],
    queryFn: ({ signal }) => loadProfile(memberId, signal),
  });
}

async function loadProfile(id: string, signal: AbortSignal): Promise<Profile> {
  const body = { mainMemberId: id, pageSize: mostRelatives };
  const [member, relatives] = await Promise.all([
    call(getMember, { params: { id } }, { signal }),
    call(searchRelatives, { body }, { signal }),
  ]);
  const type = await call(getMemberType, { params: { id: member.memberTypeID } }, { signal });
  return { member, type, relatives: relatives.results };
}
