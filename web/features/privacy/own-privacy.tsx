import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  changeConsents,
  consentTexts,
  getConsents,
  type OwnConsents as Consents,
  type Purpose,
  purposes,
} from '#contract/privacy/consents.ts';
import { ownConsentsTexts } from '#contract/privacy/own-consents-texts.ts';
import { dataExportTexts } from '#contract/privacy/data-export.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { FoldingCard } from '#web/ui/folding/folding-card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { ConsentBoxes, PrivacyLine } from './consent-boxes.tsx';
import { AskForErasure } from './erasure-request.tsx';
import { DownloadHeldData } from './held-data.tsx';
import { ownConsentSentence } from './own-consent-sentence.ts';
import styles from './privacy.module.css';

/** On My Profile: the member's consents and stored data. */
export function OwnPrivacy({ memberId }: { memberId: string }) {
  return (
    <FoldingCard title={privacyTexts.title} summary={privacyTexts.folded}>
      <div className={styles.own}>
        <OwnConsents memberId={memberId} />
        <p>{dataExportTexts.offer}</p>
        <DownloadHeldData memberId={memberId} label={dataExportTexts.download} />
        <AskForErasure memberId={memberId} />
        <PrivacyLine>{privacyTexts.onProfile}</PrivacyLine>
      </div>
    </FoldingCard>
  );
}

/** The member's consents with their dates; each can be given or withdrawn at any time. */
function OwnConsents({ memberId }: { memberId: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: keyOf(memberId),
    queryFn: ({ signal }) => call(getConsents, { params: { id: memberId }, signal }),
    staleTime: Infinity,
  });

  async function tryAgain() {
    // The focused button is removed when the consents are here.
    if ((await refetch()).isSuccess) box.current?.focus();
  }

  return (
    <div ref={box} tabIndex={-1} className={styles.own}>
      <FormProblem message={isError ? consentTexts.failed : null} />
      {isError && (
        <Button busy={isFetching} onClick={() => void tryAgain()}>
          {consentTexts.tryAgain}
        </Button>
      )}
      {data === undefined && !isError && <Spinner label={consentTexts.loading} />}
      {data && <ConsentForm memberId={memberId} stored={data} />}
    </div>
  );
}

const keyOf = (memberId: string) => ['privacy', memberId, 'consents'];

function ConsentForm({ memberId, stored }: { memberId: string; stored: Consents }) {
  const client = useQueryClient();
  const saving = useCall(changeConsents);
  const [changes, setChanges] = useState<Partial<Record<Purpose, boolean>>>({});
  const [isSaved, setSaved] = useState(false);
  const choices = { news: stored.news, appeals: stored.appeals, ...changes };
  const isChanged = purposes.some((purpose) => choices[purpose] !== stored[purpose]);

  async function save() {
    const outcome = await saving.send({ params: { id: memberId }, body: choices });
    if (outcome.ok) {
      client.setQueryData(keyOf(memberId), outcome.data);
      setChanges({});
    }
    setSaved(outcome.ok);
  }

  function change(choice: Partial<Record<Purpose, boolean>>) {
    setSaved(false);
    setChanges((before) => ({ ...before, ...choice }));
  }

  return (
    <>
      {stored.isUnsubscribed && <Unsubscribed />}
      <ConsentBoxes choices={choices} change={change} disabled={saving.busy} />
      {!stored.isProved && <p>{ownConsentsTexts.notProved}</p>}
      <dl className={styles.history}>
        {purposes.map((purpose) => (
          <div key={purpose}>
            <dt>{consentTexts.purposes[purpose]}</dt>
            <dd>{ownConsentSentence(stored, purpose)}</dd>
          </div>
        ))}
      </dl>
      <FormProblem message={saving.error?.message} />
      <Button off={!isChanged && stored.isProved} busy={saving.busy} onClick={save}>
        {consentTexts.save}
      </Button>
      <p role="status">{isSaved && consentTexts.saved}</p>
    </>
  );
}

/** Only the office can take an unsubscription back. */
function Unsubscribed() {
  const email = usePublicSettings()?.email ?? '';
  const [before, after] = ownConsentsTexts.toUndo;
  return (
    <Warning>
      <p>{ownConsentsTexts.unsubscribed}</p>
      {email !== '' && (
        <p>
          {before} <a href={`mailto:${email}`}>{email}</a> {after}
        </p>
      )}
    </Warning>
  );
}
