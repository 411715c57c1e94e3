import { useQuery } from '@tanstack/react-query';
import { donationTexts, listDonationTypes } from '#contract/donations.ts';
import { ListFailure } from '#web/ui/load-failure.tsx';
import { call } from '#web/api/call.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { NewDonationForm } from './new-donation-form.tsx';

/** A donation that came in by another way; no mail is sent for it. Rules §6. */
export function NewDonationPage() {
  const types = useQuery({
    queryKey: ['donationTypes'],
    queryFn: ({ signal }) => call(listDonationTypes, undefined, { signal }),
  });
  return (
    <>
      <PageTitle>New Donation</PageTitle>
      {!types.data && types.isError && (
        <ListFailure
          text={donationTexts.typesFailed}
          busy={types.isFetching}
          onRetry={() => void types.refetch()}
        />
      )}
      {!types.data && !types.isError && <Spinner />}
      {types.data && <NewDonationForm types={types.data} />}
    </>
  );
}
