import { useQuery } from '@tanstack/react-query';
import { getMember } from '#contract/members.ts';
import { ListFailure } from '#web/ui/load-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useMemberInAddress } from './use-member-in-address.ts';
import { NewInvoiceForm } from './new-invoice-form.tsx';

/** An invoice for any amount that is no membership fee; for the member that the address may name. */
export function NewInvoicePage() {
  const memberId = useMemberInAddress();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['members', 'one', memberId],
    queryFn: ({ signal }) => call(getMember, { params: { id: memberId ?? '' } }, { signal }),
    enabled: memberId !== null,
  });
  const isReady = memberId === null || data !== undefined;
  return (
    <>
      <PageTitle>New Invoice</PageTitle>
      {!isReady && error && (
        <ListFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!isReady && !error && <Spinner />}
      {isReady && <NewInvoiceForm of={data ?? null} />}
    </>
  );
}
