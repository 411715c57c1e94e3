import {
  type LoggedMail,
  mailKinds,
  mailLogTexts,
  mailOutcomeNames,
  mailOutcomes,
  searchMails,
} from '#contract/mail-log.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import { mailColumns } from './mail-columns.tsx';
import { SendAgain } from './send-again.tsx';

const pollMs = 5000;
const filters: readonly Filter<'toEmail' | 'kind' | 'outcome' | 'from' | 'to'>[] = [
  {
    kind: 'segmented',
    name: 'outcome',
    label: 'Outcome',
    options: mailOutcomes.map((value) => ({ value, label: mailOutcomeNames[value] })),
  },
  { kind: 'text', name: 'toEmail', label: 'Email' },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: Object.entries(mailKinds).map(([value, label]) => ({ value, label })),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
];
const load = searching(searchMails);

/** Every mail that goes alone, and what became of it. Rules §8. */
export function MailLogPage() {
  return (
    <AdminList
      title={mailLogTexts.heading}
      cacheKey="mails"
      load={load}
      texts={mailLogTexts}
      columns={mailColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={mailName}
      actions={mailActions}
      pollEvery={(rows) => rows.some(({ outcome }) => outcome === 'waiting') && pollMs}
    />
  );
}

function mailName({ kindName, toEmail }: LoggedMail): string {
  return `${kindName}, ${toEmail}`;
}

function mailActions(mail: LoggedMail, list: List) {
  return <SendAgain mail={mail} name={mailName(mail)} list={list} />;
}
