import { CircleCheck, CreditCard } from 'lucide-react';
import { type PaymentKind, paymentTexts } from '#contract/payments.ts';
import { usePageTitle } from '#web/app/router/use-router.ts';
import { paths } from '#web/app/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Outcome } from './outcome.tsx';
import { usePaymentOfAddress } from './payment-of-address.ts';
import { RecordFacts } from './record-facts.tsx';
import { ProviderForm } from './provider-form.tsx';
import { RedirectDialog } from './redirect-dialog.tsx';
import { type PaymentForm, useRedirect } from './use-redirect.ts';

/** The way to the card provider. Specification §2, §5, Payment redirect. */
export function RedirectPage() {
  const { kind, id } = usePaymentOfAddress();
  if (kind === null) return <Refusal message={paymentTexts.badType} />;
  if (id === null) return <Refusal message={paymentTexts.noRecord(kind)} />;
  return <Way key={`${kind} ${id}`} kind={kind} id={id} />;
}

function Way({ kind, id }: { kind: PaymentKind; id: string }) {
  const { redirect, goOn } = useRedirect({ kind, id });
  const status = paths.paymentReturn(kind, id);
  switch (redirect.step) {
    case 'waiting':
      return <OnTheWay />;
    case 'posting':
      return <OnTheWay form={redirect.form} />;
    case 'asking':
      return (
        <Outcome
          icon={CreditCard}
          title={paymentTexts.askAgain}
          facts={<RecordFacts record={redirect.record} />}
          actions={
            <>
              <Button kind="primary" wide onClick={goOn}>
                {paymentTexts.goOn}
              </Button>
              <ButtonLink to={status} wide>
                {paymentTexts.seeStatus}
              </ButtonLink>
            </>
          }
        >
          <p>{paymentTexts.wasThere}</p>
        </Outcome>
      );
    case 'settled':
      return (
        <Outcome
          icon={CircleCheck}
          tone="good"
          title={paymentTexts.settled}
          facts={<RecordFacts record={redirect.record} />}
          actions={
            <ButtonLink kind="primary" to={status} wide>
              {paymentTexts.seeStatus}
            </ButtonLink>
          }
        />
      );
    case 'unknown':
      return <Refusal title={paymentTexts.unknownTitle} message={paymentTexts.unknown} />;
    case 'failed':
      return (
        <Refusal
          message={redirect.message}
          onTryAgain={redirect.isWorthTrying ? goOn : undefined}
        />
      );
  }
}

function OnTheWay({ form }: { form?: PaymentForm }) {
  return (
    <Outcome icon="waiting" title={usePageTitle()} actions={form && <ProviderForm form={form} />}>
      <p>{paymentTexts.redirecting}</p>
    </Outcome>
  );
}

interface RefusalProps {
  title?: string;
  message: string;
  onTryAgain?: (() => void) | undefined;
}

function Refusal({ title = paymentTexts.errorTitle, ...dialog }: RefusalProps) {
  return (
    <>
      <Outcome icon={CreditCard} title={usePageTitle()} />
      <RedirectDialog title={title} {...dialog} />
    </>
  );
}
