import { Link } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { notificationTexts } from '#contract/payments/notifications.ts';
import {
  closeCredit,
  type Credit,
  paymentAdminTexts,
  searchCredits,
} from '#contract/payments/admin-endpoints.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { Button } from '#web/ui/button.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import styles from './card-notifications.module.css';

const shown = 10;
const queryKey = ['cardNotifications', 'credits'];

/** Shown with any filter, so that unassigned money is not overlooked. product-rules 6.11. */
export function Credits() {
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(searchCredits, { body: { pageSize: shown }, signal }),
    refetchOnMount: 'always',
  });
  const { ask, dialog } = useAskReason(closeCredit, {
    done: paymentAdminTexts.closed,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey });
      // The focused button was removed with its credit.
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    },
  });
  const count = data?.totalCount ?? 0;
  if (isError && !data) return <p role="alert">{paymentAdminTexts.creditsFailed}</p>;
  return (
    <>
      {data && count > 0 && (
        <section aria-label="Credits" className={styles.credits}>
          <CircleAlert aria-hidden size={24} />
          <div className={styles.creditDetails}>
            <p className={styles.strong}>{notificationTexts.credits(count)}</p>
            <p>{notificationTexts.creditNext}</p>
            <ul className={styles.creditList}>
              {data.results.map((credit) => (
                <OneCredit
                  key={credit.id}
                  credit={credit}
                  onClose={() =>
                    ask({
                      id: credit.id,
                      title: 'Mark as dealt with',
                      body: <Question credit={credit} />,
                      confirm: 'Mark as dealt with',
                    })
                  }
                />
              ))}
            </ul>
            {count > shown && <p>{paymentAdminTexts.moreCredits(count - shown)}</p>}
            <Link to={`${paths.cardNotifications()}?verdict=credit`}>
              {notificationTexts.showCredits}
            </Link>
          </div>
        </section>
      )}
      {dialog}
    </>
  );
}

function OneCredit({ credit, onClose }: { credit: Credit; onClose: () => void }) {
  const { kind, recordId, recordName, payer, amount, paidOn } = credit;
  const to = kind === 'donation' ? paths.donation(recordId) : paths.invoice(recordId);
  return (
    <li className={styles.credit}>
      <span>
        <strong>{formatRand(amount)}</strong> from {payer} on {formatDay(paidOn)}, for{' '}
        <Link to={to} className={styles.record}>
          {recordName}
        </Link>
      </span>
      <Button onClick={onClose}>
        <span>
          Mark as dealt with
          <span className="visually-hidden"> {`${formatRand(amount)} for ${recordName}`}</span>
        </span>
      </Button>
    </li>
  );
}

function Question({ credit }: { credit: Credit }) {
  const { recordName, payer, amount, providerId } = credit;
  return (
    <>
      <DefinitionList
        facts={[
          { label: 'Payer', value: payer },
          { label: 'Amount', value: formatRand(amount) },
          { label: 'Came in for', value: recordName },
          { label: 'PayFast number', value: providerId },
        ]}
      />
      <p>{paymentAdminTexts.askClose}</p>
    </>
  );
}
