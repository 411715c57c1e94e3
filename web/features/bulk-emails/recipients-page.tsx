import { useState } from 'react';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import {
  type BulkRecipient,
  recipientOutcomeNames,
  recipientOutcomes,
  searchBulkRecipients,
} from '#contract/bulk-run.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Chosen, Filter, List, Load } from '#web/lists/list-shape.ts';
import { call } from '#web/api/call.ts';
import { downloadCsv } from '#web/api/download.ts';
import { paths } from '#web/app/paths.ts';
import { useParams } from '#web/app/router/use-router.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { recipientColumns } from './recipient-columns.tsx';
import { RetryChosen } from './retry-chosen.tsx';

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

/** Whom one bulk email goes to, and what became of each. Rules §9. */
export function RecipientsPage() {
  const { id = '' } = useParams();
  const [load] = useState(() => recipientsOf(id));
  return (
    <AdminList
      title={bulkEmailWords.recipients}
      cacheKey={`bulkRecipients ${id}`}
      load={load}
      texts={texts}
      columns={recipientColumns}
      filters={filters}
      defaultSort={{ by: 'Email', descending: false }}
      nameOf={({ email }) => email}
      bulk={retryChosen}
      tools={toTheEmail}
      pollEvery={(rows) => rows.some(({ outcome }) => outcome === 'pending') && pollMs}
    />
  );
}

function retryChosen(chosen: Chosen, list: List) {
  return <RetryChosen chosen={chosen} list={list} />;
}

function toTheEmail() {
  return <ToTheEmail />;
}

function ToTheEmail() {
  const { id = '' } = useParams();
  return <ButtonLink to={paths.bulkEmail(id)}>{bulkEmailWords.backToOne}</ButtonLink>;
}

function recipientsOf(id: string): Load<BulkRecipient, Name> {
  type Body = Parameters<typeof call<typeof searchBulkRecipients>>[1]['body'];
  const params = { id };
  const load: Load<BulkRecipient, Name> = (body, signal) =>
    call(searchBulkRecipients, { params, body: body as Body }, { signal });
  load.csv = (body) => downloadCsv(searchBulkRecipients, body, params);
  return load;
}
