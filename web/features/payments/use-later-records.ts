import { useQuery } from '@tanstack/react-query';
import { getMemberStory, type MemberStory } from '#contract/members/story.ts';
import { call } from '#web/api/call.ts';

/** A paid membership invoice. */
export interface PaidMembership {
  memberId: string;
  invoiceId: string;
}

interface LaterRecords {
  /** A period follows the one that the invoice paid. */
  hasLater: boolean;
  /** The member has another open membership invoice. */
  hasOtherOpen: boolean;
}

/** What an undo must ask about. Both, if it cannot be known: the server decides. */
export function useLaterRecords(paid: PaidMembership | null): LaterRecords {
  const { data, isError } = useQuery({
    queryKey: ['members', 'story', paid?.memberId, 'undo'],
    queryFn: ({ signal }) => call(getMemberStory, { params: { id: paid?.memberId ?? '' }, signal }),
    enabled: paid !== null,
    staleTime: 0,
  });
  if (paid === null || isError) return { hasLater: true, hasOtherOpen: true };
  if (data === undefined) return { hasLater: false, hasOtherOpen: false };
  return laterRecords(data, paid.invoiceId);
}

/** The periods of a story are the latest ones, the last first. */
export function laterRecords(
  { periods, openInvoice }: Pick<MemberStory, 'periods' | 'openInvoice'>,
  invoiceId: string,
): LaterRecords {
  const { results, totalCount } = periods;
  const place = results.findIndex((period) => period.invoiceId === invoiceId);
  return {
    hasLater: place > 0 || (place < 0 && totalCount > results.length),
    hasOtherOpen: openInvoice !== null && openInvoice.id !== invoiceId,
  };
}
