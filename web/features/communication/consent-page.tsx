import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import {
  confirmConsents,
  confirmConsentsTexts as texts,
  readConsentLink,
} from '#contract/communication/confirm-consents.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { unsubscribingTexts } from '#contract/communication/unsubscribe-texts.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './unsubscribe-page.module.css';

type Link = ReplyOf<typeof readConsentLink>;

/** Confirms consents. Opening the page changes nothing: virus scanners open every link. product-rules 9.2. */
export function ConsentPage() {
  const token = useSearchParams().get('token')?.trim() ?? '';
  const [link, setLink] = useState<Link | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const { send, busy, error } = useCall(confirmConsents);

  useEffect(() => {
    if (token === '') return undefined;
    const stop = new AbortController();
    call(readConsentLink, { body: { token }, signal: stop.signal }).then(
      setLink,
      (failure: unknown) => {
        if (!stop.signal.aborted) setProblem(asApiError(failure).message);
      },
    );
    return () => stop.abort();
  }, [token]);

  async function confirm() {
    const outcome = await send({ body: { token } });
    if (outcome.ok) setDone(true);
  }

  if (token === '') {
    return (
      <Outcome title={unsubscribingTexts.noTokenTitle}>
        <p>{unsubscribingTexts.noToken}</p>
      </Outcome>
    );
  }
  if (isDone) {
    return (
      <Outcome title={texts.done} isGood>
        <p>{texts.confirmed}</p>
        <p>{texts.stop}</p>
      </Outcome>
    );
  }
  if (link?.words.length === 0) return <Nothing link={link} />;
  return (
    <div className={styles.outcome}>
      <PageTitle>{texts.title}</PageTitle>
      <FormProblem message={problem} />
      {link === null && problem === null && <Spinner label={texts.loading} />}
      {link !== null && (
        <>
          <div className={styles.words}>
            <p>{texts.ask(link.maskedEmail)}</p>
            {link.words.map((words) => (
              <p key={words}>{words}</p>
            ))}
            <p className={styles.muted}>{texts.otherwise}</p>
          </div>
          <FormProblem message={error?.message ?? null} />
          <Button kind="primary" wide busy={busy} onClick={confirm}>
            {texts.confirm}
          </Button>
        </>
      )}
    </div>
  );
}

/** The link was used before, or the consent has ended. */
function Nothing({ link: { agreed, maskedEmail, isUnsubscribed } }: { link: Link }) {
  const email = usePublicSettings()?.email ?? '';
  const [before, after] = texts.ifMistake;
  if (agreed.length > 0) {
    return (
      <Outcome title={texts.ended} isGood>
        <p>{texts.agreed(maskedEmail)}</p>
        {agreed.map((words) => (
          <p key={words}>{words}</p>
        ))}
        <p className={styles.muted}>{texts.stop}</p>
      </Outcome>
    );
  }
  return (
    <Outcome title={texts.ended}>
      <p>{isUnsubscribed ? texts.unsubscribed : texts.withdrawn}</p>
      {email !== '' && (
        <p className={styles.muted}>
          {before} <a href={`mailto:${email}`}>{email}</a> {after}
        </p>
      )}
    </Outcome>
  );
}

interface OutcomeProps {
  title: string;
  isGood?: boolean;
  children: ReactNode;
}

function Outcome({ title, isGood = false, children }: OutcomeProps) {
  const Icon = isGood ? CircleCheck : CircleAlert;
  useEffect(() => {
    // The focused button has been removed.
    if (isGood) document.querySelector('h1')?.focus();
  }, [isGood]);
  return (
    <div className={styles.outcome}>
      <Icon aria-hidden size={44} strokeWidth={1.5} className={isGood ? styles.good : styles.bad} />
      <div role={isGood ? 'status' : 'alert'} className={styles.words}>
        <PageTitle>{title}</PageTitle>
        {children}
      </div>
      {!isGood && (
        <ButtonLink kind="primary" wide to={paths.home()}>
          {texts.toHome}
        </ButtonLink>
      )}
    </div>
  );
}
