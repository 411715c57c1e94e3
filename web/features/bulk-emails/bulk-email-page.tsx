import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { RecordPage } from '#web/forms/record-page.tsx';
import { useParams } from '#web/app/router/use-router.ts';
import { ProcessedBulkEmail } from './processed-bulk-email.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import { isPending } from './bulk-email-status.ts';
import { BulkEmailForm } from './bulk-email-form.tsx';
import { useBulkEmail, type Version } from './use-bulk-email.ts';
import { WithLists } from './with-lists.tsx';

/** A form until it is processed; from then on it can be looked at. Rules §9. */
export function BulkEmailPage() {
  const { id = '' } = useParams();
  const asked = useBulkEmail(id);
  return (
    <RecordPage asked={asked} title={titleOf(asked.data)}>
      {(version, readAgain) => (
        <>
          {isPending(version.bulkEmail) ? (
            <WithLists>
              {(lists) => <BulkEmailForm lists={lists} version={version} readAgain={readAgain} />}
            </WithLists>
          ) : (
            <ProcessedBulkEmail bulkEmail={version.bulkEmail} readAgain={readAgain} />
          )}
          <RecordHistory
            id={id}
            version={`${version.etag} ${version.bulkEmail.bulkEmailStatusName}`}
          />
        </>
      )}
    </RecordPage>
  );
}

/** Which one, in the tab of the window too. */
function titleOf(version: Version | undefined): string {
  const { oneTitle } = bulkEmailWords;
  return version ? `${oneTitle} ${bulkEmailName(version.bulkEmail)}` : oneTitle;
}
