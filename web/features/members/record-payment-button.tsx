import { useQueryClient } from '@tanstack/react-query';
import type { Member } from '#contract/members/endpoints.ts';
import { membershipPaymentTexts } from '#contract/payments/membership-payment.ts';
import { useRecordPayment } from '#web/features/payments/use-record-payment.tsx';
import type { List } from '#web/lists/list-shape.ts';
import { RowButton } from '#web/lists/row-actions.tsx';

/** In a row of the members list. */
export function RecordPaymentButton({ member, list }: { member: Member; list: List }) {
  const client = useQueryClient();
  // The number of those who wait for payment changes too.
  const counts = { queryKey: ['members', 'waiting'] };
  const { ask, dialog } = useRecordPayment({
    onDone: () => Promise.all([list.refetch(), client.invalidateQueries(counts)]),
  });
  return (
    <>
      <RowButton
        name={`of ${member.firstName} ${member.lastName}`}
        settles
        onClick={() => ask(member)}
      >
        {membershipPaymentTexts.recordPayment}
      </RowButton>
      {dialog}
    </>
  );
}
