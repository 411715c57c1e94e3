import { useIsMailKept } from '#web/api/menu-counts.ts';
import { formatMoment } from '#contract/days.ts';
import {
  type LoggedMail,
  mailKinds,
  mailLogTexts,
  mailOutcomeNames,
  mailOutcomes,
  searchMails,
  sendMailAgain,
  signsIn,
} from '#contract/communication/mail-log.ts';
import { useCall } from '#web/api/use-call.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { RowButton } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { useMay } from '#web/session/use-may.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './mail-log-page.module.css';
import { useReadMail } from './read-mail.tsx';
import { SendKeptMails } from './send-kept-mails.tsx';

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

const savedSearches = savedSearchesOf('mails');

/** All emails to single recipients, and their outcome. product-rules 8.4. */
export function MailLogPage() {
  const mayReadMoney = useMay()('money.read');
  return (
    <AdminList
      title={mailLogTexts.heading}
      searchHint="Email, name, subject"
      belowTitle={!mayReadMoney && <p>{mailLogTexts.withoutMoney}</p>}
      cacheKey="mails"
      load={load}
      texts={mailLogTexts}
      savedSearches={savedSearches}
      columns={mailColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={mailName}
      actions={mailActions}
      tools={sendKept}
      pollEvery={(rows) => rows.some(({ outcome }) => outcome === 'waiting') && pollMs}
    />
  );
}

function sendKept(list: List) {
  return <SendKeptMails list={list} />;
}

function mailName({ kindName, toEmail }: LoggedMail): string {
  return `${kindName}, ${toEmail}`;
}

function mailActions(mail: LoggedMail, list: List) {
  return (
    <>
      <ReadMail mail={mail} name={mailName(mail)} list={list} />
      <SendAgain mail={mail} name={mailName(mail)} list={list} />
    </>
  );
}

const mailColumns: readonly Column<LoggedMail>[] = [
  {
    header: 'Email',
    sortBy: 'ToEmail',
    card: 'title',
    cell: ({ toEmail, toName }) => (
      <TwoLines
        first={toName || <EmailText email={toEmail} brief />}
        second={toName && <EmailText email={toEmail} brief />}
      />
    ),
  },
  {
    header: 'Kind',
    sortBy: 'KindName',
    cell: ({ kindName, subject }) => (
      <span className={styles.kind}>
        <TwoLines
          first={kindName}
          second={
            <span title={subject ?? undefined} className={styles.subject}>
              {subject}
            </span>
          }
        />
      </span>
    ),
  },
  {
    header: 'Created',
    sortBy: 'CreatedUtc',
    cell: ({ createdUtc }) => <span className={styles.moment}>{formatMoment(createdUtc)}</span>,
  },
  {
    header: 'Outcome',
    sortBy: 'Outcome',
    cell: (mail) => (
      <span className={styles.outcome}>
        <TwoLines
          first={<StatusBadge status={mailOutcomeNames[mail.outcome]} />}
          second={whatHappened(mail)}
        />
      </span>
    ),
  },
];

/** When it was sent, if later; or the mail server's reply and the time of the next try. */
function whatHappened(mail: LoggedMail): string {
  const { createdUtc, sentUtc, answer, nextAttemptUtc, outcome } = mail;
  if (outcome === 'captured') return mailLogTexts.captured;
  if (sentUtc !== null) {
    const sent = formatMoment(sentUtc);
    return sent === formatMoment(createdUtc) ? '' : `Sent ${sent}`;
  }
  const next = nextAttemptUtc !== null && answer && `Next attempt ${formatMoment(nextAttemptUtc)}`;
  return [answer, next].filter(Boolean).join('. ');
}

interface Props {
  mail: LoggedMail;
  name: string;
  list: List;
}

function ReadMail({ mail, name, list }: Props) {
  const { read, busy, dialog } = useReadMail(list.fail);
  return (
    <>
      <RowButton name={name} busy={busy} onClick={() => void read(mail)}>
        {mailLogTexts.read}
      </RowButton>
      {dialog}
    </>
  );
}

function SendAgain({ mail, name, list }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const isMailKept = useIsMailKept();
  const { send, busy } = useCall(sendMailAgain);
  if (!mail.canSendAgain) return null;

  async function askAndSend() {
    const sure = await confirm({
      title: mailLogTexts.sendAgain,
      body: (
        <>
          <DefinitionList
            facts={[
              { label: 'Email', value: mail.toEmail },
              { label: 'Kind', value: mail.kindName },
            ]}
          />
          <p>{mailLogTexts.askSendAgain}</p>
          {signsIn(mail.kind) && <p>{mailLogTexts.newLink}</p>}
        </>
      ),
      confirm: mailLogTexts.sendAgain,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    list.fail(null);
    const outcome = await send({ params: { id: mail.id } });
    if (outcome.ok) notify.success(isMailKept ? mailLogTexts.keptAgain : mailLogTexts.sentAgain);
    else if (outcome.error && outcome.error.status !== 401) list.fail(outcome.error.message);
    await list.refetch();
  }

  return (
    <RowButton name={name} busy={busy} needs="mail.write" onClick={() => void askAndSend()}>
      {mailLogTexts.sendAgain}
    </RowButton>
  );
}
