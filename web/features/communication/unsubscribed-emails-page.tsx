import {
  communicationTexts,
  releaseUnsubscribedEmail,
  searchUnsubscribedEmails,
  type UnsubscribedEmail,
  unsubscribedKindNames,
} from '#contract/communication/endpoints.ts';
import { formatMoment } from '#contract/days.ts';
import { unsubscribingTexts } from '#contract/communication/unsubscribe-texts.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import styles from './unsubscribed-emails-page.module.css';

const filters: readonly Filter<'email' | 'reason' | 'kind' | 'from' | 'to'>[] = [
  { kind: 'text', name: 'email', label: 'Email' },
  { kind: 'text', name: 'reason', label: 'Reason' },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: [
      { value: 'unsubscribed', label: 'Unsubscribed' },
      { value: 'refused', label: 'Refused by the mail server' },
    ],
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];

const load = searching(searchUnsubscribedEmails);

const savedSearches = savedSearchesOf('unsubscribedEmails');

/** Addresses that get no bulk emails, and why. product-rules 9.12. */
export function UnsubscribedEmailsPage() {
  return (
    <AdminList
      title={communicationTexts.heading}
      searchHint="Email, reason"
      cacheKey="unsubscribedEmails"
      load={load}
      texts={communicationTexts}
      savedSearches={savedSearches}
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

const unsubscribedColumns: readonly Column<UnsubscribedEmail>[] = [
  {
    header: 'Email',
    sortBy: 'Email',
    card: 'title',
    cell: ({ email }) => <EmailText email={email} />,
  },
  { header: 'Kind', sortBy: 'Kind', cell: ({ kind }) => unsubscribedKindNames[kind] },
  {
    header: 'Reason',
    sortBy: 'Reason',
    cell: ({ reason }) => (
      <span className={styles.reason}>{reason === '' ? unsubscribingTexts.noReason : reason}</span>
    ),
  },
  {
    header: 'Date',
    sortBy: 'CreatedUtc',
    cell: ({ createdUtc }) => <span className={styles.moment}>{formatMoment(createdUtc)}</span>,
  },
];

interface Props {
  unsubscribed: UnsubscribedEmail;
  list: List;
}

/** For an address that works again, or on the person's request; the reason is stored. */
function AllowAgain({ unsubscribed, list }: Props) {
  const { id, email } = unsubscribed;
  const { ask, dialog } = useAskReason(releaseUnsubscribedEmail, {
    done: unsubscribingTexts.released,
    onDone: list.removed,
    onRefused: list.fail,
  });
  return (
    <>
      <RowButton
        name={email}
        needs="mail.write"
        onClick={() =>
          ask({
            id,
            title: unsubscribingTexts.release,
            body: (
              <>
                <p>{email}</p>
                <p>{communicationTexts.askRelease}</p>
              </>
            ),
            confirm: unsubscribingTexts.release,
          })
        }
      >
        {unsubscribingTexts.release}
      </RowButton>
      {dialog}
    </>
  );
}
