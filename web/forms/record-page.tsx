import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ReadAgain } from './use-record-form.ts';

interface Props<Loaded> {
  query: UseQueryResult<Loaded>;
  title: string;
  /** Instead of the title, once the record is loaded. */
  heading?: ReactNode;
  /** Instead of Try again, if the record does not exist. */
  back?: ReactNode;
  children: (record: Loaded, readAgain: ReadAgain) => ReactNode;
}

/** The page of one record: loading, failed, or loaded. */
export function RecordPage<Loaded>({ query, title, heading, back, children }: Props<Loaded>) {
  const { data, error, isFetching, refetch } = query;
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      {data && heading ? heading : <PageTitle>{title}</PageTitle>}
      {!data && error && (
        <LoadFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
          back={asApiError(error).status === 404 && back}
        />
      )}
      {!data && !error && <Spinner />}
      {data && children(data, readAgain)}
    </>
  );
}
