import { useQuery } from '@tanstack/react-query';
import { listed } from '#contract/counting.ts';
import { formatDay, formatInstant } from '#contract/days.ts';
import {
  countedRecords,
  getRetentionReport,
  kindsOfRecord,
  type RetentionReport,
  type RetentionResult,
  retentionTexts as texts,
} from '#contract/privacy/retention.ts';
import { call } from '#web/api/call.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './retention.module.css';

/** What the last nights have erased. product-rules 19.9. */
export function RetentionReportCard() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['retention', 'report'],
    queryFn: ({ signal }) => call(getRetentionReport, { signal }),
  });
  return (
    <Card title={texts.report} className={styles.card}>
      {data === undefined && !isError && <Spinner />}
      {isError && (
        <LoadFailure text={texts.reportFailed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && <Report {...data} />}
    </Card>
  );
}

function Report({ results, isOverdue }: RetentionReport) {
  const days = [...new Set(results.map(({ day }) => day))];
  const [latest, ...earlier] = days;
  const of = (day: string) => results.filter((result) => result.day === day);
  return (
    <>
      {isOverdue && <Warning>{texts.overdue}</Warning>}
      {latest === undefined && <p>{texts.reportEmpty}</p>}
      {latest !== undefined && (
        <>
          <h3 className={styles.day}>{formatDay(latest)}</h3>
          <DefinitionList
            facts={of(latest).map((result) => ({
              label: kindsOfRecord[result.kind].title,
              value: wordsOf(result),
            }))}
          />
        </>
      )}
      {earlier.map((day) => (
        <p key={day}>{`${formatDay(day)}: ${sumOf(of(day))}`}</p>
      ))}
    </>
  );
}

function wordsOf({ erased, leftOver, oldestLeftUtc, isFinished }: RetentionResult): string {
  return [
    texts.erased(erased),
    ...(leftOver > 0 ? [texts.leftOver(leftOver)] : []),
    ...(oldestLeftUtc === null ? [] : [texts.oldestLeft(formatInstant(oldestLeftUtc))]),
    ...(isFinished ? [] : [texts.unfinished]),
  ].join(', ');
}

function sumOf(results: RetentionResult[]): string {
  const parts = results
    .filter(({ erased }) => erased > 0)
    .map(({ kind, erased }) => countedRecords(kind, erased));
  return parts.length === 0 ? texts.nothing : listed(parts);
}
