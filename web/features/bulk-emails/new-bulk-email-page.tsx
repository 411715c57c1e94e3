import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { sendingTo } from '#web/app/paths.ts';
import { useSearchParams } from '#web/app/router/use-router.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { BulkEmailForm } from './bulk-email-form.tsx';
import { WithLists } from './with-lists.tsx';

export function NewBulkEmailPage() {
  const sendTo = useSearchParams().get(sendingTo) ?? undefined;
  return (
    <>
      <PageTitle>{bulkEmailWords.newTitle}</PageTitle>
      <WithLists sendTo={sendTo}>
        {(lists) => <BulkEmailForm lists={lists} sendTo={sendTo} />}
      </WithLists>
    </>
  );
}
