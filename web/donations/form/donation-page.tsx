import { useParams } from 'react-router';
import { ListFailure } from '#web/admin-list/rows/list-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { RecordHistory } from '#web/record-history/record-history.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DonationForm } from './donation-form.tsx';
import { ReceivedDonation } from './received-donation.tsx';
import { useDonation } from './use-donation.ts';

/** One donation: a form until it is received, facts from then on. */
export function DonationPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useDonation(id);
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{data ? `Donation ${data.donation.reference}` : 'Donation'}</PageTitle>
      {!data && error && (
        <ListFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
        />
      )}
      {!data && !error && <Spinner />}
      {data?.donation.isReceived === true && (
        <ReceivedDonation donation={data.donation} readAgain={readAgain} />
      )}
      {data?.donation.isReceived === false && <DonationForm version={data} readAgain={readAgain} />}
      {data && <RecordHistory id={id} version={`${data.etag} ${data.donation.state}`} />}
    </>
  );
}
