import { useParams } from 'react-router';
import { adminRole, userTexts } from '#contract/users.ts';
import { ListFailure } from '#web/admin-list/rows/list-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { RecordHistory } from '#web/record-history/record-history.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { userName } from '../user-name.ts';
import { useUser } from './use-user.ts';
import { UserForm } from './user-form.tsx';

export function UserPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useUser(id);
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{data ? userName(data.user) : 'User'}</PageTitle>
      {!data && error && (
        <ListFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
        />
      )}
      {!data && !error && <Spinner />}
      {data && data.user.role !== adminRole && <p>{userTexts.memberChanges}</p>}
      {data?.user.role === adminRole && <UserForm version={data} readAgain={readAgain} />}
      {data?.user.role === adminRole && <RecordHistory id={id} version={data.etag} />}
    </>
  );
}
