import { id } from '#contract/fields.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';

/** `?memberId=`, when it is an id; anything else that someone wrote there filters nothing. */
export function useMemberInAddress(): string | null {
  const address = useSearchParams();
  const parsed = id.safeParse(address.get('memberId'));
  return parsed.success ? parsed.data : null;
}
