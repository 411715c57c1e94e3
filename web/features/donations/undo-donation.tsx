import type { Donation } from '#contract/donations/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { paymentAdminTexts, undoDonationPayment } from '#contract/payments/admin-endpoints.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';

interface Props {
  donation: Donation;
  readAgain: () => Promise<unknown>;
}

/** For donations marked as received by mistake; asks for the reason. */
export function UndoDonation({ donation, readAgain }: Props) {
  const { ask, dialog } = useAskReason(undoDonationPayment, {
    done: paymentAdminTexts.undone,
    onDone: readAgain,
  });
  return (
    <>
      <Button
        onClick={() =>
          ask({
            id: donation.id,
            title: 'Undo payment',
            body: <Question donation={donation} />,
            confirm: 'Undo payment',
          })
        }
      >
        Undo payment
      </Button>
      {dialog}
    </>
  );
}

function Question({ donation }: { donation: Donation }) {
  const { reference, firstName, lastName, amount, paymentSource } = donation;
  return (
    <>
      <DefinitionList
        facts={[
          { label: 'Reference', value: reference },
          { label: 'Donor', value: `${firstName} ${lastName}` },
          { label: 'Amount', value: formatRand(amount) },
        ]}
      />
      {paymentSource === 'payfast' && <p>{paymentAdminTexts.byCard}</p>}
      <p>{paymentAdminTexts.askUndoDonation}</p>
    </>
  );
}
