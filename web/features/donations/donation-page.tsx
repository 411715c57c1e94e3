import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useParams } from '#web/app/router/use-router.ts';
import { DonationForm } from './donation-form.tsx';
import { ReceivedDonation } from './received-donation.tsx';
import { useDonation } from './use-donation.ts';

/** One donation: a form until it is received, facts from then on. */
export function DonationPage() {
  const { id = '' } = useParams();
  const asked = useDonation(id);
  return (
    <RecordPage
      asked={asked}
      title={asked.data ? `Donation ${asked.data.donation.reference}` : 'Donation'}
    >
      {(version, readAgain) => (
        <>
          {version.donation.isReceived ? (
            <ReceivedDonation donation={version.donation} readAgain={readAgain} />
          ) : (
            <DonationForm version={version} readAgain={readAgain} />
          )}
          <RecordHistory id={id} version={`${version.etag} ${version.donation.state}`} />
        </>
      )}
    </RecordPage>
  );
}
