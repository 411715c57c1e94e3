import { useParams } from 'react-router';
import { ListFailure } from '#web/admin-list/rows/list-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { RecordHistory } from '#web/record-history/record-history.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MemberTypeForm } from './member-type-form.tsx';
import { useMemberType } from './use-member-type.ts';

export function MemberTypePage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useMemberType(id);
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{data ? data.type.name : 'Member Type'}</PageTitle>
      {!data && error && (
        <ListFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
        />
      )}
      {!data && !error && <Spinner />}
      {data && <MemberTypeForm version={data} readAgain={readAgain} />}
      {data && <RecordHistory id={id} version={data.etag} />}
    </>
  );
}
