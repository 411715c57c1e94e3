import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoment } from '#contract/days.ts';
import { erasureRequestTexts as texts, listErasureRequests } from '#contract/privacy/erasure.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './privacy.module.css';

/** The members who wait for an answer. product-rules 19.5. */
export function ErasureRequestsCard() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['erasure-requests'],
    queryFn: ({ signal }) => call(listErasureRequests, { signal }),
  });
  return (
    <Card title={texts.list}>
      {data === undefined && !isError && <Spinner />}
      {isError && (
        <>
          <FormProblem message={texts.listFailed} />
          <Button busy={isFetching} onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      {data?.length === 0 && <p>{texts.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.requests}>
          {data.map(({ memberId, name, askedUtc }) => (
            <li key={memberId}>
              <Link to={paths.member(memberId)}>{name}</Link>, {formatMoment(askedUtc)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
