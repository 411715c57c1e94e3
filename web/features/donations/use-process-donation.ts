import { processDonationPayment } from '#contract/donation-admin.ts';
import { type Donation, donationTexts } from '#contract/donations.ts';
import { formatRand } from '#contract/money.ts';
import { useProcessPayment } from '#web/features/payments/use-process-payment.tsx';

interface Props {
  /** Told why the server refused, and null before it is asked. */
  onRefused: (message: string | null) => void;
  /** Someone else may have been quicker: in either case the donation is to be read again. */
  onDone: (id: string) => Promise<unknown>;
}

/** Asks, with the day on which the money came, and marks the donation as received. */
export function useProcessDonation(props: Props) {
  const { busy, ask, dialog } = useProcessPayment(processDonationPayment, {
    texts: donationTexts,
    ...props,
  });
  function askAndProcess(donation: Donation) {
    const { id, firstName, lastName, amount, reference, donationTypeName } = donation;
    ask({
      id,
      question: donationTexts.askProcess,
      facts: [
        { label: 'Donor', value: `${firstName} ${lastName}` },
        { label: 'Amount', value: formatRand(amount) },
        { label: 'Donation Type', value: donationTypeName },
        { label: 'Reference', value: reference },
      ],
    });
  }
  return { busy, askAndProcess, dialog };
}
