import { CircleAlert, CircleCheck } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  communicationTexts,
  readUnsubscribeLink,
  unsubscribe,
} from '#contract/communication/endpoints.ts';
import { unsubscribingTexts } from '#contract/communication/unsubscribe-texts.ts';
import { type ApiError, asApiError, textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
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
  const link = useLink(token);
  if (token === '') {
    return <NoLink title={unsubscribingTexts.noTokenTitle}>{unsubscribingTexts.noToken}</NoLink>;
  }
  if (link.isBad) {
    return <NoLink title={communicationTexts.unsubscribe}>{communicationTexts.badToken}</NoLink>;
  }
  if (isDone) return <Unsubscribed maskedEmail={link.maskedEmail} />;
  return (
    <>
      <PageTitle>{communicationTexts.unsubscribe}</PageTitle>
      <UnsubscribeForm token={token} link={link} onDone={() => setDone(true)} />
    </>
  );
}

interface Link {
  /** Null until it is known. */
  maskedEmail: string | null;
  isBad: boolean;
}

const unknownLink: Link = { maskedEmail: null, isBad: false };

/** The address that the link is for. If the call fails, the page works without the address. */
function useLink(token: string): Link {
  const [link, setLink] = useState(unknownLink);
  useEffect(() => {
    if (token === '') return undefined;
    const stop = new AbortController();
    call(readUnsubscribeLink, { body: { token }, signal: stop.signal }).then(
      ({ maskedEmail }) => setLink({ maskedEmail, isBad: false }),
      (error: unknown) => {
        if (asApiError(error).status === 400) setLink({ maskedEmail: null, isBad: true });
      },
    );
    return () => stop.abort();
  }, [token]);
  return link;
}

interface Props {
  token: string;
  link: Link;
  onDone: () => void;
}

function UnsubscribeForm({ token, link, onDone }: Props) {
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
        <p>{unsubscribingTexts.intro(link.maskedEmail)}</p>
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
      <FormProblem message={problemIn(error)} />
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

/** The fixed text (product-rules 16.10). */
function problemIn(error: ApiError | null): string | null {
  if (error === null) return null;
  return error.status === 400 ? error.message : textFor(error, sentences);
}

/** The address has no token, or a wrong one. product-rules 18.16. */
function NoLink({ title, children }: { title: string; children: string }) {
  return (
    <div className={styles.outcome}>
      <CircleAlert aria-hidden size={44} strokeWidth={1.5} className={styles.bad} />
      <div role="alert" className={styles.words}>
        <PageTitle>{title}</PageTitle>
        <p>{children}</p>
      </div>
      <ButtonLink kind="primary" wide to={paths.home()}>
        {unsubscribingTexts.toHome}
      </ButtonLink>
    </div>
  );
}

function Unsubscribed({ maskedEmail }: { maskedEmail: string | null }) {
  const email = usePublicSettings()?.email ?? '';
  const [before, after] = unsubscribingTexts.ifByMistake;
  useEffect(() => {
    // The focused button has been removed.
    document.querySelector('h1')?.focus();
  }, []);
  return (
    <div className={styles.outcome}>
      <CircleCheck aria-hidden size={44} strokeWidth={1.5} className={styles.good} />
      <div role="status" className={styles.words}>
        <PageTitle>{communicationTexts.unsubscribed}</PageTitle>
        {maskedEmail !== null && <p>{unsubscribingTexts.done(maskedEmail)}</p>}
        <p>{unsubscribingTexts.stillSent}</p>
        {email !== '' && (
          <p className={styles.muted}>
            {before} <a href={`mailto:${email}`}>{email}</a> {after}
          </p>
        )}
      </div>
    </div>
  );
}
