import { useParams } from 'react-router';
import { ListFailure } from '#web/admin-list/rows/list-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { RecordHistory } from '#web/record-history/record-history.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { BuiltInStatus } from './built-in-status.tsx';
import { OwnStatus } from './own-status.tsx';
import { useMemberStatus } from './use-member-status.ts';

/** One status: text when it is built in, else a form. */
export function MemberStatusPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useMemberStatus(id);
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{data ? data.status.name : 'Member Status'}</PageTitle>
      {!data && error && (
        <ListFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
        />
      )}
      {!data && !error && <Spinner />}
      {data?.status.isBuiltIn === true && <BuiltInStatus status={data.status} />}
      {data?.status.isBuiltIn === false && <OwnStatus version={data} readAgain={readAgain} />}
      {data?.status.isBuiltIn === false && <RecordHistory id={id} version={data.etag} />}
    </>
  );
}
