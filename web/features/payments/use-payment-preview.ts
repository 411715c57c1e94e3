import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { isDay } from '#contract/days.ts';
import { previewMembershipPayment } from '#contract/payments/membership-payment.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';

interface Choice {
  memberId: string;
  memberTypeId: string;
  /** As typed; `null` for today. */
  day: string | null;
}

/** What the payment pays and until when, as the server would record it. */
export function usePaymentPreview({ memberId, memberTypeId, day }: Choice) {
  const query = useQuery({
    queryKey: ['payment-preview', memberId, memberTypeId, day],
    queryFn: ({ signal }) => {
      const paidOn = day === null ? {} : { paidOn: day };
      const input = { params: { id: memberId }, query: { memberTypeId, ...paidOn } };
      return call(previewMembershipPayment, { ...input, signal });
    },
    enabled: day === null || isDay(day),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  // The earlier answer stays while the next one loads, but not beside a day that cannot be sent.
  const isShown = !query.isPlaceholderData || query.isFetching;
  return {
    preview: isShown ? query.data : undefined,
    fee: query.data?.amount,
    waiting: query.isFetching,
    refusal: query.isError ? asApiError(query.error) : null,
  };
}
