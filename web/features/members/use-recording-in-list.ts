import { useQueryClient } from '@tanstack/react-query';
import { useRecordPayment } from '#web/features/payments/use-record-payment.tsx';
import type { List } from '#web/lists/list-shape.ts';

/** For a row of the members list. */
export function useRecordingInList(list: List) {
  const countAgain = useCountWaiting();
  return useRecordPayment({ onDone: () => Promise.all([list.refetch(), countAgain()]) });
}

/** Reloads the number of those who wait for payment: it changes with a payment and with a deletion. */
export function useCountWaiting(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['members', 'waiting'] });
}
