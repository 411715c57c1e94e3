import { useQueryClient } from '@tanstack/react-query';
import { useRecordPayment } from '#web/features/payments/use-record-payment.tsx';
import type { List } from '#web/lists/list-shape.ts';

/** For a row of the members list. */
export function useRecordingInList(list: List) {
  const client = useQueryClient();
  // The number of those who wait for payment changes too.
  const counts = { queryKey: ['members', 'waiting'] };
  return useRecordPayment({
    onDone: () => Promise.all([list.refetch(), client.invalidateQueries(counts)]),
  });
}
