import { useState } from 'react';
import { useParams } from 'react-router';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import {
  type BulkRecipient,
  bulkRunTexts,
  recipientOutcomeNames,
  recipientOutcomes,
  retryBulkRecipients,
  searchBulkRecipients,
} from '#contract/bulk-emails/sending.ts';
import { formatMoment } from '#contract/days.ts';
import type { BodyOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { downloadCsv } from '#web/api/download.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Chosen, Column, Filter, List, Load } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './recipients-page.module.css';

type Name = 'outcome' | 'email';

const pollMs = 3000;

const texts = {
  failed: bulkEmailWords.recipientsFailed,
  error: bulkEmailWords.recipientsError,
};

const filters: readonly Filter<Name>[] = [
  {
    kind: 'segmented',
    name: 'outcome',
    label: 'Outcome',
    options: recipientOutcomes.map((value) => ({ value, label: recipientOutcomeNames[value] })),
  },
  { kind: 'text', name: 'email', label: 'Email' },
];

/** The recipients of a bulk email and each one's outcome. product-rules 9.7. */
export function RecipientsPage() {
  const { id = '' } = useParams();
  const [load] = useState(() => recipientsOf(id));
  return (
    <AdminList
      title={bulkEmailWords.recipients}
      searchHint="Email, name"
      cacheKey={`bulkRecipients ${id}`}
      load={load}
      texts={texts}
      columns={recipientColumns}
      filters={filters}
      defaultSort={{ by: 'Email', descending: false }}
      nameOf={({ email }) => email}
      bulk={retryChosen}
      tools={backToBulkEmail}
      pollEvery={(rows) => rows.some(({ outcome }) => outcome === 'pending') && pollMs}
    />
  );
}

function retryChosen(chosen: Chosen, list: List) {
  return <RetryChosen chosen={chosen} list={list} />;
}

function backToBulkEmail() {
  return <BackToBulkEmail />;
}

function BackToBulkEmail() {
  const { id = '' } = useParams();
  return <ButtonLink to={paths.bulkEmail(id)}>{bulkEmailWords.backToOne}</ButtonLink>;
}

function recipientsOf(id: string): Load<BulkRecipient, Name> {
  type Body = InputOf<typeof searchBulkRecipients>['body'];
  const params = { id };
  const load: Load<BulkRecipient, Name> = (body, signal) =>
    call(searchBulkRecipients, { params, body: body as Body, signal });
  load.csv = (body) => downloadCsv(searchBulkRecipients, body, params);
  return load;
}

const recipientColumns: readonly Column<BulkRecipient>[] = [
  {
    header: 'Email',
    sortBy: 'Email',
    card: 'title',
    cell: ({ email }) => <EmailText email={email} />,
  },
  { header: 'Name', sortBy: 'Name', cell: ({ name }) => name },
  {
    header: 'Outcome',
    sortBy: 'Outcome',
    card: 'badge',
    cell: ({ outcome }) => <StatusBadge status={recipientOutcomeNames[outcome]} />,
  },
  {
    header: 'When',
    sortBy: 'OutcomeUtc',
    cell: ({ outcomeUtc, nextAttemptUtc }) => (
      <span className={styles.moment}>
        <TwoLines
          first={outcomeUtc && formatMoment(outcomeUtc)}
          second={nextAttemptUtc && bulkEmailWords.nextAttempt(formatMoment(nextAttemptUtc))}
        />
      </span>
    ),
  },
  {
    header: 'Answer',
    sortBy: 'Answer',
    cell: ({ answer }) => <span className={styles.answer}>{answer || '—'}</span>,
  },
];

interface Props {
  chosen: Chosen;
  list: List;
}

/** Sends again to the selected recipients. Recipients with the outcome sent are never included. */
function RetryChosen({ chosen, list }: Props) {
  const { id = '' } = useParams();
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(retryBulkRecipients);
  const body = bodyFor(chosen);

  async function askAndRetry() {
    list.fail(body === null ? bulkRunTexts.chooseRetry : null);
    if (body === null) return;
    const sure = await confirm({
      title: bulkEmailWords.retry,
      body: (
        <>
          <p>{bulkEmailWords.askRetry(chosen.count)}</p>
          {mayBeUncertain(chosen) && <p>{bulkEmailWords.retryUncertain}</p>}
        </>
      ),
      confirm: bulkEmailWords.retry,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    const outcome = await send({ params: { id }, body });
    if (outcome.ok) {
      notify.success(bulkEmailWords.retried);
      chosen.clear();
    } else if (outcome.error && outcome.error.status !== 401) {
      list.fail(outcome.error.message);
    }
    await list.refetch();
  }

  return (
    <Button kind="primary" busy={busy} onClick={() => void askAndRetry()}>
      {bulkEmailWords.retry}
    </Button>
  );
}

/** The outcome to retry if all matching are selected; null if it cannot be retried. */
function bodyFor({ allMatching, ids, filters }: Chosen): BodyOf<typeof retryBulkRecipients> | null {
  if (!allMatching) return { recipientIds: [...ids] };
  const { outcome } = filters;
  if (outcome === 'failed' || outcome === 'uncertain' || outcome === 'suppressed') {
    // Words and addresses narrow the list, but the call has no such filters.
    const isNarrower = filters['email'] !== undefined || filters['text'] !== undefined;
    return isNarrower ? null : { outcome };
  }
  return null;
}

function mayBeUncertain({ filters }: Chosen): boolean {
  return filters['outcome'] === undefined || filters['outcome'] === 'uncertain';
}
