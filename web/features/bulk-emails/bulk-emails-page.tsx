import { type BulkEmail, bulkEmailTexts, searchBulkEmails } from '#contract/bulk-emails.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { paths } from '#web/app/paths.ts';
import { BulkEmailActions } from './bulk-email-actions.tsx';
import { bulkEmailColumns } from './bulk-email-columns.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import { isUnderWay } from './bulk-email-status.ts';

const pollMs = 3000;
const filters: readonly Filter<'subject'>[] = [{ kind: 'text', name: 'subject', label: 'Subject' }];
const load = searching(searchBulkEmails);

export function BulkEmailsPage() {
  return (
    <AdminList
      title={bulkEmailTexts.heading}
      cacheKey="bulkEmails"
      load={load}
      texts={bulkEmailTexts}
      columns={bulkEmailColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={bulkEmailName}
      addNew={paths.newBulkEmail()}
      actions={bulkEmailActions}
      // Only while something moves; a page that nobody sees does not ask.
      pollEvery={(rows) => rows.some(isUnderWay) && pollMs}
    />
  );
}

function bulkEmailActions(bulkEmail: BulkEmail, list: List) {
  return <BulkEmailActions bulkEmail={bulkEmail} list={list} />;
}
