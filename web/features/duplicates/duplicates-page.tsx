import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  type DuplicatePair,
  duplicateTexts as texts,
  listDuplicates,
  strengthWords,
  type Twin,
} from '#contract/duplicates/endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './duplicates.module.css';
import { MergeByNumber } from './merge-by-number.tsx';
import { useMay } from '#web/session/use-may.ts';
import { PairActions } from './pair-actions.tsx';
import { reasonsInWords } from './reasons-in-words.ts';

/** Members who may be the same person, the most likely first. product-rules 21.2. */
export function DuplicatesPage() {
  const mayMerge = useMay()('members.write');
  const query = useInfiniteQuery({
    queryKey: ['duplicates', 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(listDuplicates, { query: pageParam === null ? {} : { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });
  const pairs = query.data?.pages.flatMap((page) => page.pairs);
  return (
    <div className={styles.page}>
      <PageTitle>{texts.title}</PageTitle>
      <p>{mayMerge ? `${texts.intro} ${texts.next}` : texts.intro}</p>
      {query.isError && (
        <LoadFailure
          text={texts.failed}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {pairs === undefined && !query.isError && <Spinner />}
      {pairs?.length === 0 && <p>{texts.none}</p>}
      {pairs && pairs.length > 0 && (
        <ul className={styles.pairs}>
          {pairs.map((pair) => (
            <li key={`${pair.first.id} ${pair.second.id}`}>
              <Pair pair={pair} onDismissed={() => query.refetch()} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
      {pairs && mayMerge && <MergeByNumber />}
    </div>
  );
}

interface PairProps {
  pair: DuplicatePair;
  onDismissed: () => Promise<unknown>;
}

function Pair({ pair, onDismissed }: PairProps) {
  const { first, second, strength, reasons } = pair;
  return (
    <div className={styles.pair}>
      <div className={styles.twins}>
        <TwinDetails twin={first} />
        <TwinDetails twin={second} />
      </div>
      <div className={styles.why}>
        <StatusBadge status={strengthWords[strength] ?? ''} />
        <p className={styles.muted}>{reasonsInWords(reasons, first, second)}</p>
      </div>
      <PairActions pair={pair} onDismissed={onDismissed} />
    </div>
  );
}

function TwinDetails({ twin }: { twin: Twin }) {
  const { id, name, membershipNumber, email, phone, memberTypeName, memberStatusName } = twin;
  return (
    <p>
      <Link to={paths.member(id)}>
        {membershipNumber === null ? name : `${name} (${membershipNumber})`}
      </Link>
      <span className={styles.muted}>
        {[email, phone, memberTypeName, memberStatusName]
          .filter((fact) => fact !== '')
          .map((fact) => ` · ${fact}`)
          .join('')}
      </span>
    </p>
  );
}
