import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '#contract/days.ts';
import {
  type CheckResult,
  checkSystem,
  systemCheckTexts,
} from '#contract/system-check/endpoints.ts';
import { call } from '#web/api/call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Books } from '#web/features/books/books.tsx';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './system-check-page.module.css';

/** Checks the installation at each visit; those who audit see the books only. product-rules 2.43. */
export function SystemCheckPage() {
  const may = useMay();
  if (may('system')) return <SystemCheck />;
  return (
    <>
      <PageTitle>{systemCheckTexts.heading}</PageTitle>
      <Books onChecked={() => {}} />
    </>
  );
}

function SystemCheck() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['systemCheck'],
    queryFn: ({ signal }) => call(checkSystem, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isReady = data !== undefined && !isFetching && !isError;
  return (
    <>
      <PageTitle>{systemCheckTexts.heading}</PageTitle>
      <p>{systemCheckTexts.intro}</p>
      <div className={styles.head}>
        <Button busy={isFetching} onClick={() => void refetch()}>
          {systemCheckTexts.again}
        </Button>
        <output>
          {isFetching && systemCheckTexts.checking}
          {isReady && systemCheckTexts.summary(data.results, formatMoment(data.checkedUtc))}
        </output>
      </div>
      <FormProblem message={isError && !isFetching ? systemCheckTexts.failed : null} />
      {data && !isError && <Results results={data.results} />}
      <Books onChecked={() => void refetch()} />
    </>
  );
}

const stateNames = { ok: 'OK', warning: 'Warning', failed: 'Failed' } as const;

function Results({ results }: { results: readonly CheckResult[] }) {
  return (
    <Card className={styles.card}>
      <ul className={styles.results}>
        {results.map(({ name, state, finding, advice }) => (
          <li key={name} className={styles.result}>
            <span>
              <StatusBadge status={stateNames[state]} />
            </span>
            <strong>{name}</strong>
            <span className={styles.words}>
              {finding} {advice}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
