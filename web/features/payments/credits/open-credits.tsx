import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { searchCredits } from '#contract/payments/credits.ts';
import { notificationTexts } from '#contract/payments/notifications.ts';
import { paymentAdminTexts } from '#contract/payments/admin-endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import styles from '../card-notifications/card-notifications.module.css';

/** Shown with any filter, so that unassigned money is not overlooked. product-rules 6.11. */
export function Credits() {
  const { data, isError } = useQuery({
    queryKey: ['credits', 'count'],
    queryFn: ({ signal }) => call(searchCredits, { body: { pageSize: 1 }, signal }),
    refetchOnMount: 'always',
  });
  if (isError && !data) return <p role="alert">{paymentAdminTexts.creditsFailed}</p>;
  const count = data?.totalCount ?? 0;
  if (count === 0) return null;
  return (
    <section aria-label="Credits" className={styles.credits}>
      <CircleAlert aria-hidden size={24} />
      <div className={styles.creditDetails}>
        <p className={styles.strong}>{notificationTexts.credits(count)}</p>
        <p>{notificationTexts.creditNext}</p>
        <Link to={paths.credits()}>{notificationTexts.showCredits}</Link>
      </div>
    </section>
  );
}
