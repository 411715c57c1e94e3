import {
  judgeableVerdicts,
  type Notification,
  notificationTexts,
  searchNotifications,
  verdictNames,
} from '#contract/notifications.ts';
import { AdminList } from '#web/lists/admin-list.tsx';
import type { Filter, List } from '#web/lists/list-shape.ts';
import { searching } from '#web/lists/searching.ts';
import styles from './card-notifications.module.css';
import { Credits } from './credits.tsx';
import { JudgeAgain } from './judge-again.tsx';
import { notificationColumns } from './notification-columns.tsx';
import { notificationName } from './notification-name.ts';
import { ShowDetails } from './show-details.tsx';

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

/** What the card provider told us, and what became of it. Rules §7. */
export function CardNotificationsPage() {
  return (
    <AdminList
      title="Card Notifications"
      cacheKey="cardNotifications"
      load={load}
      texts={notificationTexts}
      columns={notificationColumns}
      filters={filters}
      defaultSort={{ by: 'CreatedUtc', descending: true }}
      nameOf={notificationName}
      actions={notificationActions}
      summary={<Credits />}
      pollEvery={(rows) => rows.some(({ verdict }) => verdict === null) && pollMs}
    />
  );
}

function notificationActions(notification: Notification, list: List) {
  const { verdict } = notification;
  const mayJudge = verdict === null || judgeableVerdicts.some((one) => one === verdict);
  return (
    <div className={styles.actions}>
      <ShowDetails notification={notification} />
      {mayJudge && <JudgeAgain notification={notification} list={list} />}
    </div>
  );
}
