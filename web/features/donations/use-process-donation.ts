import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { type Donation, donationTexts } from '#contract/donations/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { paymentMethod } from '#contract/payments/payment-details.ts';
import { useProcessPayment } from '#web/features/payments/use-process-payment.tsx';

interface Callbacks {
  /** Called with the server's refusal, and with null before each call. */
  onRefused: (message: string | null) => void;
  /** Called when done, or refused because of someone else's change: reload the donation. */
  onDone: (id: string) => Promise<unknown>;
}

/** Asks for the payment day, then marks the donation as received. */
export function useProcessDonation(donation: Donation, callbacks: Callbacks) {
  return useProcessPayment(processDonationPayment, {
    texts: donationTexts,
    question: () => (donation.isReceived ? null : paymentQuestion(donation)),
    ...callbacks,
  });
}

function paymentQuestion(donation: Donation) {
  const { id, firstName, lastName, amount, reference, donationTypeName } = donation;
  return {
    id,
    question: donationTexts.askProcess,
    chosen: paymentMethod.parse(donationTypeName),
    facts: [
      { label: 'Donor', value: `${firstName} ${lastName}` },
      { label: 'Amount', value: formatRand(amount) },
      { label: 'Donation Type', value: donationTypeName },
      { label: 'Reference', value: reference },
    ],
  };
}
