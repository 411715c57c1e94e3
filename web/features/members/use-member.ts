import { useQuery } from '@tanstack/react-query';
import { getMember } from '#contract/members.ts';
import { searchRelatives } from '#contract/relatives.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import type { Version } from './member-values.ts';

/** Specification §9. */
const relativesAsked = 50;

/** Read once for each visit: the form keeps the version that it was filled from. */
export function useMember(id: string) {
  return useQuery({
    queryKey: ['members', 'form', id],
    queryFn: ({ signal }) => readMember(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
}

export async function readMember(id: string, signal?: AbortSignal): Promise<Version> {
  const options = signal ? { signal } : {};
  const body = { mainMemberId: id, page: 1, pageSize: relativesAsked };
  const [{ data, etag }, relatives] = await Promise.all([
    callWithEtag(getMember, { params: { id } }, options),
    call(searchRelatives, { body }, options),
  ]);
  return { member: data, etag, relatives: relatives.results };
}
