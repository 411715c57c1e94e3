import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { BulkEmailForm, WithLists } from './bulk-email-form.tsx';

export function NewBulkEmailPage() {
  return (
    <>
      <PageTitle>{bulkEmailWords.newTitle}</PageTitle>
      <WithLists>{(lists) => <BulkEmailForm lists={lists} />}</WithLists>
    </>
  );
}
