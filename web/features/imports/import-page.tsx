import { useState } from 'react';
import { useParams } from 'react-router';
import { formatMoment } from '#contract/days.ts';
import { type ImportDetails, isBusy } from '#contract/imports/endpoints.ts';
import { importTexts, importWords as words } from '#contract/imports/texts.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ImportCheck } from './import-check.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportResult } from './import-result.tsx';
import styles from './imports.module.css';
import { StepSection } from './step-section.tsx';
import { type ShownImport, useImport } from './use-import.ts';

/** One import, in four steps. product-rules 20. */
export function ImportPage() {
  const { id = '' } = useParams();
  const { data, isError, isFetching, refetch } = useImport(id);
  return (
    <div className={styles.page}>
      <PageTitle>{data?.fileName ?? importTexts.heading}</PageTitle>
      {isError && data === undefined && (
        <LoadFailure text={importTexts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Spinner />}
      {data && <Steps key={data.id} details={data} />}
      <p>
        <ButtonLink to={paths.imports()}>{words.backToList}</ButtonLink>
      </p>
    </div>
  );
}

function Steps({ details }: { details: ShownImport }) {
  const { state, kind, createdBy, createdUtc } = details;
  const [isChanging, setChanging] = useState(false);
  const isAtColumns = state === 'uploaded' || (state === 'checked' && isChanging);
  const step = isAtColumns ? 0 : stepOf[state];
  return (
    <>
      <p className={styles.line}>
        <StatusBadge status={words.states[state]} />
        <span className={styles.small}>
          {words.kinds[kind]} · {words.meta(createdBy, formatMoment(createdUtc))}
        </span>
      </p>
      <ol aria-label={words.stepsLabel} className={styles.steps}>
        {words.steps.map((name, place) => (
          <li key={name} aria-current={place === step ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <Announced state={state} />
      <StepSection key={`${step} ${isBusy(state)}`}>
        {isAtColumns ? (
          <ImportColumns
            key={JSON.stringify(details.settings)}
            details={details}
            onChecking={() => setChanging(false)}
          />
        ) : (
          <Step details={details} onChange={() => setChanging(true)} />
        )}
      </StepSection>
    </>
  );
}

const stepOf = {
  uploaded: 0,
  reading: 1,
  checking: 1,
  checked: 1,
  importing: 2,
  imported: 3,
  undoing: 3,
  undone: 3,
  discarded: 3,
} as const;

function Step({ details, onChange }: { details: ShownImport; onChange: () => void }) {
  if (isBusy(details.state)) return <ImportProgress details={details} />;
  if (details.state === 'checked') return <ImportCheck details={details} onChange={onChange} />;
  return <ImportResult details={details} />;
}

/** Says when a worker has finished, not at every row. */
function Announced({ state }: { state: ImportDetails['state'] }) {
  const [first] = useState(state);
  return (
    <output className="visually-hidden">{state === first ? '' : words.finished[state]}</output>
  );
}
