import { CircleAlert, CircleCheck } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { communicationTexts, unsubscribe } from '#contract/communication/endpoints.ts';
import { unsubscribingTexts } from '#contract/communication/unsubscribe-texts.ts';
import { type ApiError, textFor } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './unsubscribe-page.module.css';

/** Opening the page changes nothing, since virus scanners open every link. product-rules 9.11. */
export function UnsubscribePage() {
  const query = useSearchParams();
  const [isDone, setDone] = useState(false);
  const token = query.get('token')?.trim() ?? '';
  if (token === '') return <NoToken />;
  if (isDone) return <Unsubscribed />;
  return (
    <>
      <PageTitle>{communicationTexts.unsubscribe}</PageTitle>
      <UnsubscribeForm token={token} onDone={() => setDone(true)} />
    </>
  );
}

interface Props {
  token: string;
  onDone: () => void;
}

function UnsubscribeForm({ token, onDone }: Props) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const { send, busy, error } = useCall(unsubscribe);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    const outcome = await send({ body: { token, reason: reason.current?.value ?? '' } });
    if (outcome.ok) onDone();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className={styles.outcome}>
      <div className={styles.words}>
        <p>{unsubscribingTexts.intro}</p>
        <p className={styles.muted}>{unsubscribingTexts.stillSent}</p>
      </div>
      <TextareaField
        ref={reason}
        label={unsubscribingTexts.reason}
        hint={unsubscribingTexts.reasonHint}
        name="reason"
        optional
        maxLength={500}
      />
      <FormProblem message={error && problemIn(error)} />
      <Button type="submit" kind="primary" wide busy={busy}>
        {communicationTexts.unsubscribe}
      </Button>
    </form>
  );
}

const sentences = {
  failed: communicationTexts.unsubscribeFailed,
  error: communicationTexts.unsubscribeError,
};

/** The fixed text (product-rules 16.10), plus the server's message if it says what to do. */
function problemIn(error: ApiError): string {
  const text = textFor(error, sentences);
  return error.status === 400 ? `${text} ${error.message}` : text;
}

/** The address has no token. product-rules 18.16. */
function NoToken() {
  return (
    <div className={styles.outcome}>
      <CircleAlert aria-hidden size={44} strokeWidth={1.5} className={styles.bad} />
      <div role="alert" className={styles.words}>
        <PageTitle>{unsubscribingTexts.noTokenTitle}</PageTitle>
        <p>{unsubscribingTexts.noToken}</p>
      </div>
      <ButtonLink kind="primary" wide to={paths.home()}>
        {unsubscribingTexts.toHome}
      </ButtonLink>
    </div>
  );
}

function Unsubscribed() {
  useEffect(() => {
    // The focused button has been removed.
    document.querySelector('h1')?.focus();
  }, []);
  return (
    <div className={styles.outcome}>
      <CircleCheck aria-hidden size={44} strokeWidth={1.5} className={styles.good} />
      <div role="status" className={styles.words}>
        <PageTitle>{communicationTexts.unsubscribed}</PageTitle>
        <p>{unsubscribingTexts.stillSent}</p>
        <p className={styles.muted}>{unsubscribingTexts.ifByMistake}</p>
      </div>
    </div>
  );
}
