import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Member } from '#contract/members/endpoints.ts';
import { getMemberStory } from '#contract/members/story.ts';
import { call } from '#web/api/call.ts';
import { followsChanges } from '#web/api/changes.ts';

/** Loaded again whenever the member is. */
export function useMemberStory(member: Member | undefined) {
  const id = member?.id ?? '';
  return useQuery({
    queryKey: ['members', 'story', id, JSON.stringify(member)],
    queryFn: ({ signal }) => call(getMemberStory, { params: { id }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    meta: followsChanges,
    enabled: member !== undefined,
  });
}
