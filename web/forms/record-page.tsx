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
  children: (record: Loaded, readAgain: ReadAgain) => ReactNode;
}

/** The page of one record: loading, failed, or loaded. */
export function RecordPage<Loaded>({ query, title, children }: Props<Loaded>) {
  const { data, error, isFetching, refetch } = query;
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {!data && error && (
        <LoadFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
        />
      )}
      {!data && !error && <Spinner />}
      {data && children(data, readAgain)}
    </>
  );
}
