import { useState } from 'react';
import { useParams } from 'react-router';
import { formatMoment } from '#contract/days.ts';
import type { StatementDetails } from '#contract/bank-statements/endpoints.ts';
import { bankTexts, bankWords as words } from '#contract/bank-statements/texts.ts';
import { paths } from '#web/app/paths.ts';
import { StepSection } from '#web/features/imports/step-section.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './bank-statements.module.css';
import { useMay } from '#web/session/use-may.ts';
import { StatementLines } from './statement-lines.tsx';
import { StatementPreview } from './statement-preview.tsx';
import { useStatement } from './use-statement.ts';

/** One statement: what its file contains, the progress of its import, then its lines. product-rules 22. */
export function BankStatementPage() {
  const { id = '' } = useParams();
  const { data, isError, isFetching, refetch } = useStatement(id);
  return (
    <div className={styles.page}>
      {data?.state !== 'imported' && <PageTitle>{data?.fileName ?? bankTexts.heading}</PageTitle>}
      {isError && data === undefined && (
        <LoadFailure text={bankTexts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Spinner />}
      {data && (
        <>
          <Announced key={data.id} state={data.state} />
          <StepSection key={data.state}>
            <Content details={data} />
          </StepSection>
        </>
      )}
      <p>
        <ButtonLink to={paths.bankStatements()}>{words.allStatements}</ButtonLink>
      </p>
    </div>
  );
}

function Content({ details }: { details: StatementDetails }) {
  const mayWrite = useMay()('money.write');
  const { state, createdBy, createdUtc, done, lines } = details;
  if (state === 'imported') return <StatementLines details={details} />;
  return (
    <>
      <p className={styles.line}>
        <StatusBadge status={words.states[state]} />
        <span className={styles.small}>{words.meta(createdBy, formatMoment(createdUtc))}</span>
      </p>
      {state === 'uploaded' ? (
        mayWrite && <StatementPreview details={details} />
      ) : (
        <Card title={words.importing} className={styles.card}>
          <progress
            aria-label={words.importing}
            value={done}
            max={Math.max(lines, 1)}
            className={styles.bar}
          />
          <p>{words.progress(done, lines)}</p>
          <p>{words.leave}</p>
        </Card>
      )}
    </>
  );
}

/** Says when a worker has finished. */
function Announced({ state }: { state: StatementDetails['state'] }) {
  const [first] = useState(state);
  return (
    <output className="visually-hidden">
      {state === 'imported' && state !== first ? words.finished : ''}
    </output>
  );
}
