import { useQuery } from '@tanstack/react-query';
import { getMailDelivery } from '#contract/test-mail.ts';
import { call } from '#web/api/call.ts';

/** Whether mail leaves the house, and where a test mail would go; undefined until that is known. */
export function useMailDelivery() {
  const { data } = useQuery({
    queryKey: ['mailDelivery'],
    queryFn: ({ signal }) => call(getMailDelivery, undefined, { signal }),
  });
  return data;
}
