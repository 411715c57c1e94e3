import {
  type BulkEmail,
  bulkEmailTexts,
  searchBulkEmails,
} from '#contract/bulk-emails/endpoints.ts';
import { AdminList } from '#web/admin-list/admin-list.tsx';
import type { Filter, List } from '#web/admin-list/list-shape.ts';
import { searching } from '#web/admin-list/searching.ts';
import { paths } from '#web/paths.ts';
import { BulkEmailActions } from './bulk-email-actions.tsx';
import { bulkEmailColumns } from './bulk-email-columns.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import { isUnderWay } from './sending/standing.ts';

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
