import { Link } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMoment } from '#contract/days.ts';
import { getDonation } from '#contract/donations/endpoints.ts';
import { getInvoice } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import {
  judgeableVerdicts,
  judgeNotificationAgain,
  type Notification,
  notificationTexts,
  searchNotifications,
  verdictNames,
} from '#contract/payments/notifications.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { savedSearchesOf } from '#web/features/saved-searches/saved-searches.tsx';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Column, Filter, List } from '#web/lists/list-shape.ts';
import { RowActions, RowButton } from '#web/lists/row-actions.tsx';
import { searching } from '#web/lists/searching.ts';
import { TwoLines } from '#web/lists/two-lines.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './card-notifications.module.css';
import { PaymentComparison } from '../comparison/payment-comparison.tsx';
import { Credits } from '../credits/open-credits.tsx';
import { notificationName, ShowDetails, Verdict } from './notification-details.tsx';

const filters: readonly Filter<'verdict' | 'providerId'>[] = [
  {
    kind: 'choice',
    name: 'verdict',
    label: 'Verdict',
    options: Object.entries(verdictNames).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'providerId', label: 'PayFast number' },
];

const load = searching(searchNotifications);

const pollMs = 5000;

const savedSearches = savedSearchesOf('cardNotifications');

/** The provider's notifications and their outcome. product-rules 7.6. */
export function CardNotificationsPage() {
  return (
    <AdminList
      title="Card Notifications"
      searchHint="Number, PayFast number, status"
      cacheKey="cardNotifications"
      load={load}
      texts={notificationTexts}
      savedSearches={savedSearches}
      columns={notificationColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={notificationName}
      actions={notificationActions}
      notices={
        <>
          <PaymentComparison />
          <Credits />
        </>
      }
      pollEvery={(rows) => rows.some(({ verdict }) => verdict === null) && pollMs}
    />
  );
}

function notificationActions(notification: Notification, list: List) {
  const { verdict } = notification;
  const mayJudge = verdict === null || judgeableVerdicts.some((one) => one === verdict);
  return (
    <RowActions
      name={notificationName(notification)}
      main={<ShowDetails notification={notification} />}
    >
      {mayJudge && <EvaluateAgain notification={notification} list={list} />}
    </RowActions>
  );
}

const notificationColumns: readonly Column<Notification>[] = [
  {
    header: 'Received',
    sortBy: 'CreatedUtc',
    card: 'title',
    cell: ({ receivedUtc }) => <span className={styles.moment}>{formatMoment(receivedUtc)}</span>,
  },
  {
    header: 'Paid for',
    sortBy: 'Kind',
    cell: (notification) => (
      <span className={styles.value}>
        <TwoLines
          first={<PaidRecord notification={notification} />}
          second={notification.kind === 'donation' ? 'Donation' : 'Membership'}
        />
      </span>
    ),
  },
  {
    header: 'PayFast number',
    sortBy: 'ProviderId',
    cell: ({ providerId, paymentStatus }) => (
      <span className={styles.number}>
        <TwoLines first={providerId || 'None'} second={paymentStatus} />
      </span>
    ),
  },
  {
    header: 'Amount',
    sortBy: 'Amount',
    align: 'end',
    cell: ({ amount }) => (
      <span className={styles.amount}>{amount === null ? 'Unreadable' : formatRand(amount)}</span>
    ),
  },
  {
    header: 'Verdict',
    sortBy: 'Verdict',
    card: 'badge',
    cell: (notification) => <Verdict notification={notification} />,
  },
];

/** The invoice's or donation's number, linked; or that there is no such record. */
function PaidRecord({ notification }: { notification: Notification }) {
  const { kind, recordId, checks } = notification;
  const isOurs = checks.some(({ name, outcome }) => name === 'record' && outcome === 'passed');
  const { data: number } = useQuery({
    queryKey: ['cardNotifications', 'record', kind, recordId],
    queryFn: ({ signal }) => numberOf(notification, signal),
    enabled: isOurs,
    staleTime: Infinity,
  });
  if (!isOurs) return notificationTexts.unknownRecord(kind);
  const isDonation = kind === 'donation';
  const words = number ?? (isDonation ? 'Donation' : 'Invoice');
  const list = isDonation ? paths.donations() : paths.invoices();
  const filter = isDonation ? 'reference' : 'invoiceNumber';
  const query = number === undefined ? '' : `?${new URLSearchParams({ [filter]: number })}`;
  return <Link to={`${list}${query}`}>{words}</Link>;
}

async function numberOf({ kind, recordId }: Notification, signal: AbortSignal): Promise<string> {
  const options = { params: { id: recordId }, signal };
  if (kind === 'donation') {
    const record = await call(getDonation, options);
    return 'reference' in record ? record.reference : '';
  }
  const record = await call(getInvoice, options);
  return 'invoiceNumber' in record ? record.invoiceNumber : '';
}

interface Props {
  notification: Notification;
  list: List;
}

function EvaluateAgain({ notification, list }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const queries = useQueryClient();
  const { send, busy } = useCall(judgeNotificationAgain);
  const { id } = notification;

  async function askAndJudge() {
    const sure = await confirm({
      title: 'Check again',
      body: notificationTexts.askJudge,
      confirm: 'Check again',
      cancel: 'No, cancel',
    });
    if (!sure) return;
    list.fail(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      notify.success(notificationTexts.judged);
    } else if (outcome.error && outcome.error.status !== 401) {
      notify.failure(notificationTexts.judgeFailed);
      list.fail(outcome.error.message);
    }
    void queries.invalidateQueries({ queryKey: ['cardNotifications', 'credits'] });
    await list.removed(id);
  }

  return (
    <RowButton
      name={notificationName(notification)}
      busy={busy}
      needs="money.write"
      onClick={askAndJudge}
    >
      Check again
    </RowButton>
  );
}
