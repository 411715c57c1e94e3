import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { notificationTexts, searchNotifications } from '#contract/notifications.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import styles from './card-notifications.module.css';

/** Whatever the list is filtered by: money that came in twice is not overlooked. */
export function CreditWarning() {
  const credits = useQuery({
    queryKey: ['cardNotifications', 'credits'],
    queryFn: ({ signal }) =>
      call(searchNotifications, { body: { verdict: 'credit', pageSize: 1 } }, { signal }),
    refetchOnMount: 'always',
  });
  const count = credits.data?.totalCount ?? 0;
  if (count === 0) return null;
  return (
    <section aria-label="Credits" className={styles.credits}>
      <CircleAlert aria-hidden size={24} />
      <div>
        <p className={styles.strong}>{notificationTexts.credits(count)}</p>
        <p>{notificationTexts.creditNext}</p>
        <Link to={`${paths.cardNotifications()}?verdict=credit`}>
          {notificationTexts.showCredits}
        </Link>
      </div>
    </section>
  );
}
