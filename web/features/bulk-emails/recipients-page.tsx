import { useState } from 'react';
import { useParams } from 'react-router';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import {
  recipientOutcomeNames,
  type RecipientOutcome,
  recipientOutcomes,
  retriedOutcomes,
} from '#contract/bulk-emails/outcomes.ts';
import {
  type BulkRecipient,
  retryBulkRecipients,
  searchBulkRecipients,
} from '#contract/bulk-emails/sending.ts';
import { formatMoment } from '#contract/days.ts';
import type { BodyOf, InputOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Chosen, Column, Filter, List, Load } from '#web/lists/list-shape.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { downloadLater } from '#web/lists/searching.ts';
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
  const [{ load, retryChosen }] = useState(() => recipientsOf(id));
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
      writes="mail.write"
      tools={backToBulkEmail}
      pollEvery={(rows) => rows.some(({ outcome }) => outcome === 'pending') && pollMs}
    />
  );
}

function backToBulkEmail() {
  return <BackToBulkEmail />;
}

function BackToBulkEmail() {
  const { id = '' } = useParams();
  return <ButtonLink to={paths.bulkEmail(id)}>{bulkEmailWords.backToOne}</ButtonLink>;
}

/** Also remembers the outcomes, because selected rows can be on other pages. */
function recipientsOf(id: string) {
  const outcomes = new Map<string, RecipientOutcome>();
  type Body = InputOf<typeof searchBulkRecipients>['body'];
  const params = { id };
  const load: Load<BulkRecipient, Name> = async (body, signal) => {
    const found = await call(searchBulkRecipients, { params, body: body as Body, signal });
    for (const recipient of found.results) outcomes.set(recipient.id, recipient.outcome);
    return found;
  };
  load.file = async (format, body) =>
    (await downloadLater.fetch())(searchBulkRecipients, format, body, params);
  const retryChosen = (chosen: Chosen, list: List) => (
    <RetryChosen chosen={chosen} list={list} outcomes={outcomes} />
  );
  return { load, retryChosen };
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
  outcomes: ReadonlyMap<string, RecipientOutcome>;
}

/** Sends again to those of the selected recipients that can be retried. */
function RetryChosen({ chosen, list, outcomes }: Props) {
  const { id = '' } = useParams();
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(retryBulkRecipients);
  const retry = retryOf(chosen, outcomes);
  if (retry === null) {
    return <p>{chosen.allMatching ? bulkEmailWords.retryAll : bulkEmailWords.retryNone}</p>;
  }
  const { body, count, mayBeUncertain } = retry;

  async function askAndRetry() {
    list.fail(null);
    const sure = await confirm({
      title: bulkEmailWords.retry,
      body: (
        <>
          {count < chosen.count && <p>{bulkEmailWords.retryOnly(count, chosen.count)}</p>}
          <p>{bulkEmailWords.askRetry(count)}</p>
          {mayBeUncertain && <p>{bulkEmailWords.retryUncertain}</p>}
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

interface Retry {
  body: BodyOf<typeof retryBulkRecipients>;
  count: number;
  mayBeUncertain: boolean;
}

/** What Retry sends; null if none of the selected recipients can be retried. */
function retryOf(chosen: Chosen, outcomes: ReadonlyMap<string, RecipientOutcome>): Retry | null {
  const { allMatching, ids, filters, count } = chosen;
  if (!allMatching) {
    const is = (id: string, some: readonly RecipientOutcome[]) =>
      some.includes(outcomes.get(id) ?? 'sent');
    const recipientIds = ids.filter((id) => is(id, retriedOutcomes));
    if (recipientIds.length === 0) return null;
    const mayBeUncertain = recipientIds.some((id) => is(id, ['uncertain']));
    return { body: { recipientIds }, count: recipientIds.length, mayBeUncertain };
  }
  const { outcome } = filters;
  // Words and addresses narrow the list, but the call has no such filters.
  const isNarrower = filters['email'] !== undefined || filters['text'] !== undefined;
  if (isNarrower) return null;
  if (outcome !== 'failed' && outcome !== 'uncertain' && outcome !== 'suppressed') return null;
  return { body: { outcome }, count, mayBeUncertain: outcome === 'uncertain' };
}
