import {
  communicationTexts,
  searchUnsubscribedEmails,
  type UnsubscribedEmail,
} from '#contract/communication.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { AllowAgain } from './allow-again.tsx';
import { unsubscribedColumns } from './unsubscribed-columns.tsx';

const filters: readonly Filter<'email' | 'reason' | 'kind' | 'from' | 'to'>[] = [
  { kind: 'text', name: 'email', label: 'Email' },
  { kind: 'text', name: 'reason', label: 'Reason' },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Why',
    options: [
      { value: 'unsubscribed', label: 'Unsubscribed' },
      { value: 'refused', label: 'Refused by the mail server' },
    ],
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
const load = searching(searchUnsubscribedEmails);

/** Whom no bulk email goes to any more, and why. Rules §9. */
export function UnsubscribedEmailsPage() {
  return (
    <AdminList
      title={communicationTexts.heading}
      cacheKey="unsubscribedEmails"
      load={load}
      texts={communicationTexts}
      columns={unsubscribedColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={({ email }) => email}
      actions={allowAgain}
    />
  );
}

function allowAgain(unsubscribed: UnsubscribedEmail, list: List) {
  return <AllowAgain unsubscribed={unsubscribed} list={list} />;
}
