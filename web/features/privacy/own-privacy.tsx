import { useEffect, useState } from 'react';
import {
  changeConsents,
  consentSources,
  consentTexts,
  getConsents,
  type OwnConsents as Consents,
  type Purpose,
  purposes,
} from '#contract/privacy/consents.ts';
import { formatMoment } from '#contract/days.ts';
import { dataExportTexts } from '#contract/privacy/data-export.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConsentBoxes, PrivacyLine } from './consent-boxes.tsx';
import { DownloadHeldData } from './held-data.tsx';
import styles from './privacy.module.css';

/** On My Profile: the member's consents and stored data. */
export function OwnPrivacy({ memberId }: { memberId: string }) {
  return (
    <Card title={privacyTexts.title}>
      <div className={styles.own}>
        <OwnConsents memberId={memberId} />
        <p>{dataExportTexts.offer}</p>
        <DownloadHeldData memberId={memberId} label={dataExportTexts.download} />
        <PrivacyLine>{privacyTexts.onProfile}</PrivacyLine>
      </div>
    </Card>
  );
}

/** The member's consents with their dates; each can be given or withdrawn at any time. */
function OwnConsents({ memberId }: { memberId: string }) {
  const reading = useCall(getConsents);
  const saving = useCall(changeConsents);
  const [stored, setStored] = useState<Consents | null>(null);
  const [choices, setChoices] = useState({ news: false, appeals: false });
  const [isSaved, setSaved] = useState(false);

  function show(consents: Consents) {
    setStored(consents);
    setChoices({ news: consents.news, appeals: consents.appeals });
  }

  const { send: read } = reading;
  useEffect(() => {
    void read({ params: { id: memberId } }).then((outcome) => outcome.ok && show(outcome.data));
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each member
  }, [memberId]);

  async function save() {
    const outcome = await saving.send({ params: { id: memberId }, body: choices });
    if (outcome.ok) show(outcome.data);
    setSaved(outcome.ok);
  }

  function change(choice: Partial<Record<Purpose, boolean>>) {
    setSaved(false);
    setChoices((before) => ({ ...before, ...choice }));
  }

  if (stored === null) {
    return <FormProblem message={reading.error && consentTexts.failed} />;
  }
  const isChanged = purposes.some((purpose) => choices[purpose] !== stored[purpose]);
  return (
    <div className={styles.own}>
      <ConsentBoxes choices={choices} change={change} disabled={saving.busy} />
      {stored.isUnsubscribed && <p>{consentTexts.unsubscribed}</p>}
      <dl className={styles.history}>
        {purposes.map((purpose) => (
          <div key={purpose}>
            <dt>{consentTexts.purposes[purpose]}</dt>
            <dd>{lastOf(stored, purpose)}</dd>
          </div>
        ))}
      </dl>
      <FormProblem message={saving.error?.message} />
      <Button off={!isChanged} busy={saving.busy} onClick={save}>
        {consentTexts.save}
      </Button>
      <p role="status">{isSaved && consentTexts.saved}</p>
    </div>
  );
}

function lastOf({ history, ...holds }: Consents, purpose: Purpose): string {
  const last = history.find((consent) => consent.purpose === purpose);
  if (last === undefined) return holds[purpose] ? '' : consentTexts.never;
  const when = formatMoment(last.givenUtc);
  const given = consentTexts.given(when, consentSources[last.source] ?? last.source);
  if (last.withdrawnUtc === null) return given;
  return `${given} ${consentTexts.withdrawn(formatMoment(last.withdrawnUtc))}`;
}
