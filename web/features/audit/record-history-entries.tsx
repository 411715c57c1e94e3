import { useInfiniteQuery } from '@tanstack/react-query';
import { searchAudit } from '#contract/audit/endpoints.ts';
import { auditTexts } from '#contract/audit/texts.ts';
import { formatMoment } from '#contract/days.ts';
import { textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { followsChanges } from '#web/api/changes.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EntryChanges, EntrySentence } from './history-entry.tsx';
import styles from './record-history.module.css';

export interface RecordHistoryProps {
  id: string;
  /** Changes with the record, such as its ETag: an open history is then loaded again. */
  version?: string | undefined;
}

/** The administrators' changes of a record, newest first. */
export function RecordHistoryEntries({ id, version }: RecordHistoryProps) {
  const { entries, failure, waiting, hasMore, more, again } = useHistory(id, version);
  if (failure !== undefined) return <LoadFailure text={failure} busy={waiting} onRetry={again} />;
  if (entries === undefined) return <Spinner />;
  if (entries.length === 0) return <p>{auditTexts.nothingYet}</p>;
  return (
    <>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <p className={styles.moment}>{`${formatMoment(entry.at)} · ${entry.byName}`}</p>
            <p>
              <EntrySentence entry={entry} linked={false} />
            </p>
            <EntryChanges entry={entry} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button busy={waiting} onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}

function useHistory(subjectId: string, version: string | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['audit', 'of', subjectId, version],
    queryFn: ({ pageParam: page, signal }) =>
      call(searchAudit, { body: { subjectId, page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ totalCount }, pages) => {
      const shown = pages.reduce((sum, { results }) => sum + results.length, 0);
      return shown < totalCount ? pages.length + 1 : undefined;
    },
    refetchOnMount: 'always',
    meta: followsChanges,
  });
  return {
    entries: query.data?.pages.flatMap(({ results }) => results),
    failure: query.isError ? textFor(query.error, auditTexts) : undefined,
    waiting: query.isFetching,
    hasMore: query.hasNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
}
