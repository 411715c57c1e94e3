import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListFailure } from '#web/ui/load-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ReadAgain } from './use-record-form.ts';

interface Props<Version> {
  asked: UseQueryResult<Version>;
  title: string;
  children: (version: Version, readAgain: ReadAgain) => ReactNode;
}

/** The page of one record: while it is awaited, when it can't be had, and once it is there. */
export function RecordPage<Version>({ asked, title, children }: Props<Version>) {
  const { data, error, isFetching, refetch } = asked;
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{title}</PageTitle>
      {!data && error && (
        <ListFailure
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
