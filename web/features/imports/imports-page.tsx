import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoment } from '#contract/days.ts';
import { fates, type ImportSummary, isBusy, listImports } from '#contract/imports/endpoints.ts';
import { fateNames } from '#contract/imports/fate-names.ts';
import { importTexts, importWords as words } from '#contract/imports/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { FullExportCard } from '#web/features/full-export/full-export-card.tsx';
import { useMay } from '#web/session/use-may.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './imports.module.css';

const pollMs = 3000;

/** The latest imports. product-rules 20. */
export function ImportsPage() {
  const mayExport = useMay()('privacy');
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['imports'],
    queryFn: ({ signal }) => call(listImports, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some((one) => isBusy(one.state)) ? pollMs : false),
  });
  return (
    <div className={styles.page}>
      <PageTitle>{importTexts.heading}</PageTitle>
      <p>{words.intro}</p>
      <div className={styles.actions}>
        <ButtonLink kind="primary" to={paths.newImport()}>
          {words.add}
        </ButtonLink>
        <ButtonLink to={paths.members()}>{words.backToMembers}</ButtonLink>
      </div>
      {isError && data === undefined && (
        <LoadFailure text={importTexts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Spinner />}
      {data?.length === 0 && <p>{importTexts.none}</p>}
      {data !== undefined && data.length > 0 && (
        <Card>
          <ul className={styles.list}>
            {data.map((one) => (
              <li key={one.id} className={styles.item}>
                <ImportLine summary={one} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {mayExport && <FullExportCard />}
    </div>
  );
}

function ImportLine({ summary }: { summary: ImportSummary }) {
  const { id, kind, fileName, state, createdBy, createdUtc, counts } = summary;
  const names = fateNames(state);
  const figures = fates.filter((fate) => counts[fate] > 0);
  return (
    <>
      <span className={styles.line}>
        <Link to={paths.import(id)} className={styles.name}>
          {fileName}
        </Link>
        <StatusBadge status={words.states[state]} />
      </span>
      <span className={styles.small}>
        {words.kinds[kind]} · {words.meta(createdBy, formatMoment(createdUtc))}
      </span>
      {figures.length > 0 && (
        <span className={styles.small}>
          {figures.map((fate) => `${names[fate]}: ${counts[fate]}`).join(', ')}
        </span>
      )}
    </>
  );
}
