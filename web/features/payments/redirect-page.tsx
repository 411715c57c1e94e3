import { CircleCheck, CreditCard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type PaymentKind, paymentTexts } from '#contract/payments/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { usePageTitle } from '#web/app/router/use-router.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './payment-outcome.module.css';
import { Outcome, RecordFacts } from './payment-outcome.tsx';
import { usePaymentOfAddress } from './payment-of-address.ts';
import { type PaymentForm, useRedirect } from './use-redirect.ts';

/** Redirects to the card provider. product-rules 15.12, 18.14. */
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
      return <Redirecting />;
    case 'posting':
      return <Redirecting form={redirect.form} />;
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

function Redirecting({ form }: { form?: PaymentForm }) {
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

interface Props {
  title: string;
  message: string;
  onTryAgain?: (() => void) | undefined;
}

/** Why the payment cannot start; closing it opens the sign-in page. product-rules 16.8. */
function RedirectDialog({ title, message, onTryAgain }: Props) {
  const navigate = useNavigate();
  const leave = () => void navigate(paths.login(), { replace: true });
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      title={title}
      startAt={safe}
      onClose={leave}
      actions={
        <>
          <Button ref={safe} kind={onTryAgain ? 'secondary' : 'primary'} onClick={leave}>
            {paymentTexts.toLogin}
          </Button>
          {onTryAgain && (
            <Button kind="primary" onClick={onTryAgain}>
              {paymentTexts.tryAgain}
            </Button>
          )}
        </>
      }
    >
      <p>{message}</p>
    </Dialog>
  );
}

const timeoutMs = 4000;

/** Submits itself at once; the button is for browsers where that fails. */
function ProviderForm({ form }: { form: PaymentForm }) {
  const element = useRef<HTMLFormElement>(null);
  const posted = useRef<PaymentForm>(null);
  const [isSlow, setSlow] = useState(false);

  useEffect(() => {
    if (posted.current === form) return;
    posted.current = form;
    element.current?.submit();
  }, [form]);

  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);

  return (
    <form ref={element} method="post" action={form.action}>
      {form.fields.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isSlow && (
        <div className={styles.slow}>
          <p>{paymentTexts.slow}</p>
          <Button type="submit" kind="primary" wide>
            {paymentTexts.goOn}
          </Button>
        </div>
      )}
    </form>
  );
}
