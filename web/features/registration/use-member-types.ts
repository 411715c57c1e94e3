import { listMemberTypes, type MemberType } from '#contract/member-types.ts';
import { useLoaded } from '#web/api/use-loaded.ts';

export interface MemberTypes {
  /** What can be chosen; null until it is known. */
  offered: readonly MemberType[] | null;
  failed: boolean;
  /** Asks again; what was known stays meanwhile. */
  load: () => void;
}

export function useMemberTypes(): MemberTypes {
  const { data, failed, load } = useLoaded(listMemberTypes);
  const offered = data?.filter(({ isRetired }) => !isRetired) ?? null;
  return { offered, failed, load };
}
