import { useParams } from 'react-router';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { ListFailure } from '#web/admin-list/rows/list-failure.tsx';
import { asApiError } from '#web/api/api-error.ts';
import { PageTitle } from '#web/layouts/page-title.tsx';
import { RecordHistory } from '#web/record-history/record-history.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ProcessedBulkEmail } from '../processed/processed-bulk-email.tsx';
import { isPending } from '../sending/standing.ts';
import { BulkEmailForm } from './bulk-email-form.tsx';
import { useBulkEmail } from './use-bulk-email.ts';
import { WithLists } from './with-lists.tsx';

/** A form until it is processed; from then on it can be looked at. Rules §9. */
export function BulkEmailPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useBulkEmail(id);
  async function readAgain() {
    const { error: failure } = await refetch();
    return failure && asApiError(failure).message;
  }
  return (
    <>
      <PageTitle>{bulkEmailWords.oneTitle}</PageTitle>
      {!data && error && (
        <ListFailure
          text={asApiError(error).message}
          busy={isFetching}
          onRetry={() => void readAgain()}
        />
      )}
      {!data && !error && <Spinner />}
      {data && isPending(data.bulkEmail) && (
        <WithLists>
          {(lists) => <BulkEmailForm lists={lists} version={data} readAgain={readAgain} />}
        </WithLists>
      )}
      {data && !isPending(data.bulkEmail) && (
        <ProcessedBulkEmail bulkEmail={data.bulkEmail} readAgain={readAgain} />
      )}
      {data && (
        <RecordHistory id={id} version={`${data.etag} ${data.bulkEmail.bulkEmailStatusName}`} />
      )}
    </>
  );
}
