import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatRand } from '#contract/money.ts';
import {
  getProofToken,
  type ProofLink,
  proofTexts as texts,
  readProofLink,
} from '#contract/proofs/endpoints.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useOrganisationName } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { Outcome } from '#web/features/payments/payment-outcome.tsx';
import { currentToken } from '#web/session/session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ProofForm } from './proof-form.tsx';
import styles from './proof-page.module.css';

/** Where the link of a mail leads, or with an invoice's id the one of My Profile. product-rules 26.1. */
export function ProofPage() {
  const query = useSearchParams();
  const token = query.get('token')?.trim() ?? '';
  const invoiceId = query.get('invoice')?.trim() ?? '';
  if (token === '' && invoiceId === '') return <BadLink />;
  return <ProofOf key={token + invoiceId} token={token} invoiceId={invoiceId} />;
}

interface Address {
  /** Of a mailed link; else empty. */
  token: string;
  /** Of an own invoice, to a member who is signed in; else empty. */
  invoiceId: string;
}

function ProofOf(address: Address) {
  const { loaded, error, busy, load } = useProofLink(address);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    // The focused button has been removed.
    if (isSent) document.querySelector('h1')?.focus();
  }, [isSent]);

  if (isSent) {
    return (
      <Sent
        onMore={() => {
          setSent(false);
          load();
        }}
      />
    );
  }
  if (error !== null && isBad(error)) return <BadLink />;
  if (loaded !== null && loaded.link.state !== 'open') return <Closed state={loaded.link.state} />;
  return (
    <div className={styles.page}>
      <PageTitle>{texts.heading}</PageTitle>
      <div className={styles.words}>
        <p>{texts.intro}</p>
        <p className={styles.muted}>{texts.nextStep}</p>
      </div>
      {loaded === null && error === null && <Spinner />}
      {error !== null && <LoadFailure text={texts.loadFailed} busy={busy} onRetry={load} />}
      {loaded !== null && (
        <>
          <InvoiceFacts link={loaded.link} />
          <ProofForm token={loaded.token} onSent={() => setSent(true)} />
        </>
      )}
    </div>
  );
}

interface LoadedLink {
  token: string;
  link: ProofLink;
}

/** What the link is for. A failed call can be repeated. */
function useProofLink({ token, invoiceId }: Address) {
  const [loaded, setLoaded] = useState<LoadedLink | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(true);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    readLink({ token, invoiceId }, stop.signal).then(
      (link) => {
        setLoaded(link);
        setError(null);
        setBusy(false);
      },
      (thrown: unknown) => {
        if (stop.signal.aborted) return;
        setError(asApiError(thrown));
        setBusy(false);
      },
    );
    return () => stop.abort();
  }, [token, invoiceId, attempt]);

  function load() {
    setBusy(true);
    setAttempt((before) => before + 1);
  }

  return { loaded, error, busy, load };
}

async function readLink({ token, invoiceId }: Address, signal: AbortSignal): Promise<LoadedLink> {
  const own =
    token === '' ? await call(getProofToken, { params: { id: invoiceId }, signal }) : { token };
  return { ...own, link: await call(readProofLink, { body: own, signal }) };
}

/** Trying again would not help. Without a session, an own invoice cannot be found either. */
function isBad({ status }: ApiError): boolean {
  return [400, 401, 403, 404].includes(status);
}

function InvoiceFacts({ link: { invoiceNumber, balance } }: { link: ProofLink }) {
  const organisation = useOrganisationName();
  return (
    <DefinitionList
      facts={[
        ...(organisation === '' ? [] : [{ label: texts.payTo, value: organisation }]),
        { label: texts.invoice, value: invoiceNumber },
        { label: texts.toPay, value: formatRand(balance) },
      ]}
    />
  );
}

function Sent({ onMore }: { onMore: () => void }) {
  return (
    <Outcome
      icon={CircleCheck}
      tone="good"
      title={texts.thanks}
      actions={
        <>
          {currentToken() !== null && <Home />}
          <Button wide onClick={onMore}>
            {texts.sendAnother}
          </Button>
        </>
      }
    >
      <p>{texts.received}</p>
      <p>{texts.receivedNext}</p>
    </Outcome>
  );
}

const closed = {
  paid: { title: texts.paidTitle, text: texts.paid },
  void: { title: texts.voidTitle, text: texts.isVoid },
  writtenOff: { title: texts.writtenOffTitle, text: texts.isWrittenOff },
  full: { title: texts.fullTitle, text: texts.full },
} as const;

function Closed({ state }: { state: keyof typeof closed }) {
  const { title, text } = closed[state];
  return (
    <Outcome icon={CircleCheck} tone="good" title={title} actions={<Home />}>
      <p>{text}</p>
    </Outcome>
  );
}

function BadLink() {
  return (
    <Outcome icon={CircleAlert} tone="bad" title={texts.badTitle} actions={<Home />}>
      <p>{texts.badLink}</p>
    </Outcome>
  );
}

function Home() {
  return (
    <ButtonLink kind="primary" wide to={currentToken() === null ? paths.home() : paths.profile()}>
      {currentToken() === null ? texts.toHome : texts.toProfile}
    </ButtonLink>
  );
}
