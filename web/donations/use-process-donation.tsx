import { processDonationPayment } from '#contract/donation-admin.ts';
import { type Donation, donationTexts } from '#contract/donations.ts';
import { formatRand } from '#contract/money.ts';
import { useCall } from '#web/api/use-call.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { DefinitionList } from '#web/ui/reading/definition-list.tsx';

interface Props {
  /** Told why the server refused, and null before it is asked. */
  onRefused: (message: string | null) => void;
  /** Someone else may have been quicker: in either case the donation is to be read again. */
  onDone: () => Promise<unknown>;
}

/** Asks, and marks the donation as received. */
export function useProcessDonation({ onRefused, onDone }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(processDonationPayment);

  async function askAndProcess(donation: Donation) {
    const sure = await confirm({
      title: 'Process Payment',
      body: <Question donation={donation} />,
      confirm: 'Process Payment',
      cancel: 'No, cancel',
    });
    if (!sure) return;
    onRefused(null);
    const outcome = await send({ params: { id: donation.id } });
    if (outcome.ok) {
      notify.success(donationTexts.processed);
    } else if (outcome.error && outcome.error.status !== 401) {
      notify.failure(donationTexts.processFailed);
      onRefused(outcome.error.message);
    }
    await onDone();
  }

  return { busy, askAndProcess };
}

function Question({ donation }: { donation: Donation }) {
  const { firstName, lastName, amount, reference, donationTypeName } = donation;
  return (
    <>
      <p>{donationTexts.askProcess}</p>
      <DefinitionList
        facts={[
          { label: 'Donor', value: `${firstName} ${lastName}` },
          { label: 'Amount', value: formatRand(amount) },
          { label: 'Donation Type', value: donationTypeName },
          { label: 'Reference', value: reference },
        ]}
      />
    </>
  );
}
