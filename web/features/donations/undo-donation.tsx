import type { Donation } from '#contract/donations/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { paymentAdminTexts, undoDonationPayment } from '#contract/payments/admin-endpoints.ts';
import { useUndoPayment } from '#web/features/payments/use-undo-payment.tsx';
import type { FieldProblems } from '#web/forms/fields-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { useNotify } from '#web/ui/notices.tsx';

interface Props {
  donation: Donation;
  readAgain: () => Promise<unknown>;
}

/** For donations marked as received by mistake; asks for the reason. */
export function UndoDonation({ donation, readAgain }: Props) {
  const notify = useNotify();
  // The reload shows a form instead of this dialog.
  const onRefused = (why: string | null) => why !== null && notify.failure(why);
  const { ask, dialog, whereIsIt } = useUndoPayment(undoDonationPayment, readAgain, onRefused);
  return (
    <>
      <Button needs="money.write" onClick={() => ask(questionOf(donation, whereIsIt))}>
        Undo payment
      </Button>
      {dialog}
    </>
  );
}

type WhereIsIt = ReturnType<typeof useUndoPayment>['whereIsIt'];

function questionOf(donation: Donation, whereIsIt: WhereIsIt) {
  return {
    id: donation.id,
    title: 'Undo payment',
    body: (problems: FieldProblems) => (
      <>
        <Question donation={donation} />
        {whereIsIt(problems)}
      </>
    ),
    confirm: 'Undo payment',
  };
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
      {paymentSource === 'bank' && <p>{paymentAdminTexts.fromBank}</p>}
      <p>{paymentAdminTexts.askUndoDonation}</p>
    </>
  );
}
