import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { paymentTexts } from '#contract/payments.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Outcome } from './outcome.tsx';
import { usePaymentOfAddress } from './payment-of-address.ts';
import { RecordFacts } from './record-facts.tsx';
import { TryAgain } from './try-again.tsx';
import type { Standing } from './payment-status.ts';
import { usePaymentStatus } from './use-payment-status.ts';

const faces = {
  loading: { icon: 'waiting', tone: 'calm', title: paymentTexts.status },
  paid: { icon: CircleCheck, tone: 'good', title: paymentTexts.completed },
  unpaid: { icon: CircleAlert, tone: 'bad', title: paymentTexts.notCompleted },
  pending: { icon: Clock, tone: 'calm', title: paymentTexts.pending },
} as const;

/** Where the provider sends people back to. Specification §2, Payment status page. */
export function StatusPage() {
  const payment = usePaymentOfAddress();
  const { standing, record, isReloading, isUnchanged, reload } = usePaymentStatus(payment);
  return (
    <Outcome
      {...faces[standing]}
      facts={<RecordFacts record={record} />}
      actions={
        <>
          {standing === 'unpaid' && <TryAgain payment={payment} record={record} />}
          <Button
            kind={standing === 'pending' ? 'primary' : 'secondary'}
            wide
            busy={isReloading}
            onClick={reload}
          >
            {paymentTexts.reload}
          </Button>
          <ButtonLink kind={standing === 'paid' ? 'primary' : 'secondary'} wide to={paths.login()}>
            {paymentTexts.toLogin}
          </ButtonLink>
        </>
      }
    >
      <Words standing={standing} mayBeLate={record?.state === 'unpaid'} />
      {isUnchanged && <p>{paymentTexts.unchanged}</p>}
    </Outcome>
  );
}

function Words({ standing, mayBeLate }: { standing: Standing; mayBeLate: boolean }) {
  switch (standing) {
    case 'loading':
      return <p>{paymentTexts.statusLoading}</p>;
    case 'paid':
      return <p>{paymentTexts.thanks}</p>;
    case 'pending':
      return <p>{paymentTexts.takesAMinute}</p>;
    case 'unpaid':
      return (
        <>
          <p>{paymentTexts.unconfirmed}</p>
          {mayBeLate && <p>{paymentTexts.mayBeLate}</p>}
        </>
      );
  }
}
