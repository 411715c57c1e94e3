import { Link } from 'react-router';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import {
  type BulkEmail,
  bulkEmailTexts,
  deleteBulkEmail,
  searchBulkEmails,
} from '#contract/bulk-emails/endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { useMay } from '#web/session/use-may.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { DeleteRow, RowActions, RowLink } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { allowHtml } from './allow-html.ts';
import { SendingButton, StopButton } from './bulk-email-controls.tsx';
import { bulkEmailName } from './bulk-email-name.ts';
import { isPending, isUnderWay } from './bulk-email-status.ts';
import styles from './bulk-emails-page.module.css';
import { SendingProgress, BulkEmailStatus } from './sending-progress.tsx';

const pollMs = 3000;

const filters: readonly Filter<'subject'>[] = [{ kind: 'text', name: 'subject', label: 'Subject' }];

const load = searching(searchBulkEmails);

const savedSearches = savedSearchesOf('bulkEmails');

export function BulkEmailsPage() {
  return (
    <AdminList
      title={bulkEmailTexts.heading}
      searchHint="Subject, title"
      cacheKey="bulkEmails"
      load={load}
      texts={bulkEmailTexts}
      savedSearches={savedSearches}
      columns={bulkEmailColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={bulkEmailName}
      addNew={paths.newBulkEmail()}
      writes="mail.write"
      actions={bulkEmailActions}
      hasLongActions
      // Only while a bulk email is being sent.
      pollEvery={(rows) => rows.some(isUnderWay) && pollMs}
    />
  );
}

function bulkEmailActions(bulkEmail: BulkEmail, list: List) {
  return <BulkEmailActions bulkEmail={bulkEmail} list={list} />;
}

/** The columns of the list. */
const bulkEmailColumns: readonly Column<BulkEmail>[] = [
  {
    header: 'Subject',
    sortBy: 'Subject',
    card: 'title',
    cell: ({ id, subject, content }) => (
      <span className={styles.subject}>
        <TwoLines
          first={<Link to={paths.bulkEmail(id)}>{inReadableWords(subject)}</Link>}
          second={
            <>
              <span className="visually-hidden">Content Preview: </span>
              {contentPreview(content)}
            </>
          }
        />
      </span>
    ),
  },
  {
    header: 'Send To',
    sortBy: 'CommunicationListName',
    cell: ({ communicationListName, isAppeal }) => (
      <TwoLines first={communicationListName} second={isAppeal && bulkEmailWords.appeal} />
    ),
  },
  {
    header: 'Status',
    sortBy: 'Status',
    card: 'badge',
    cell: (bulkEmail) => <BulkEmailStatus bulkEmail={bulkEmail} />,
  },
  {
    header: 'Total Processed',
    sortBy: 'TotalCountProcessed',
    align: 'end',
    cell: (bulkEmail) =>
      isPending(bulkEmail) ? bulkEmailTexts.pending : <SendingProgress bulkEmail={bulkEmail} />,
  },
];

interface Props {
  bulkEmail: BulkEmail;
  list: List;
}

/** A processed bulk email is read-only. product-rules 9.5. */
function BulkEmailActions({ bulkEmail, list }: Props) {
  const { id } = bulkEmail;
  const name = bulkEmailName(bulkEmail);
  const mayEdit = isPending(bulkEmail);
  const mayWrite = useMay()('mail.write');
  const open = (
    <RowLink name={name} to={paths.bulkEmail(id)}>
      {mayEdit && mayWrite ? 'Edit' : 'View'}
    </RowLink>
  );
  if (!mayWrite || (!mayEdit && !isUnderWay(bulkEmail))) return open;
  const sending = { bulkEmail, onFail: list.fail, onDone: list.refetch };
  return (
    <RowActions name={name} main={<SendingButton {...sending} />}>
      {open}
      {isUnderWay(bulkEmail) && <StopButton {...sending} />}
      {mayEdit && (
        <DeleteRow
          name={name}
          id={id}
          list={list}
          remove={() => call(deleteBulkEmail, { params: { id } })}
        />
      )}
    </RowActions>
  );
}

/** "Dear (first name)" for "Dear {{FirstName}}". */
function inReadableWords(text: string): string {
  return text.replaceAll(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => `(${name.replaceAll(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()})`,
  );
}

/** product-rules 17.5. */
const previewLength = 50;

const blocks = 'p, h1, h2, h3, li, blockquote, br';

/** The text of the content, cut at 50 characters. The parsed document is never shown. */
function contentPreview(html: string): string {
  const { body } = allowHtml(() => new DOMParser().parseFromString(html, 'text/html'));
  for (const block of body.querySelectorAll(blocks)) block.append(' ');
  for (const lineEnd of body.querySelectorAll('br')) lineEnd.replaceWith(' ');
  return cut(
    inReadableWords(body.textContent ?? '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

/** Counts characters as users see them, not code units. */
function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= previewLength
    ? text
    : `${characters.slice(0, previewLength).join('')}...`;
}
