import { id } from '#contract/fields.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';

/** `?memberId=` if it is a valid id; anything else is ignored. */
export function useMemberInAddress(): string | null {
  const address = useSearchParams();
  const parsed = id.safeParse(address.get('memberId'));
  return parsed.success ? parsed.data : null;
}
