import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  getPayout,
  type Payout,
  type PayoutEntry,
  payoutTexts as texts,
} from '#contract/bank-matching/payouts.ts';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './bank-matching.module.css';

interface Props {
  lineId: string;
  /** Changes with what the line is booked as. */
  version: string;
}

export function usePayout({ lineId, version }: Props) {
  return useQuery({
    queryKey: ['payouts', lineId, version],
    queryFn: ({ signal }) => call(getPayout, { params: { id: lineId }, signal }),
    refetchOnMount: 'always',
  });
}

/** The card payments that a payout of PayFast contains, with their fees. product-rules 27.1. */
export function PayoutContents(props: Props) {
  return (
    <Card title={texts.title} className={styles.card}>
      <LoadedPayout query={usePayout(props)} />
    </Card>
  );
}

export function LoadedPayout({ query }: { query: ReturnType<typeof usePayout> }) {
  const { data, isError, isFetching, refetch } = query;
  if (data) return <Contents payout={data} />;
  if (!isError) return <Spinner />;
  return <LoadFailure text={texts.failed} busy={isFetching} onRetry={() => void refetch()} />;
}

function Contents({ payout }: { payout: Payout }) {
  const { isBooked, certainty, payments, gross, fee, net, payoutFee, earlier } = payout;
  if (certainty === 'none') return <p>{isBooked ? texts.noneBooked : texts.none}</p>;
  return (
    <>
      <p>
        {texts.sums(payments.length, gross, fee, net)}{' '}
        {certainty === 'exact' ? texts.exact : texts.payoutFee(payoutFee)}
      </p>
      <ul className={styles.list}>
        {payments.map((entry) => (
          <li key={`${entry.providerId} ${entry.gross}`} className={styles.item}>
            <span className={styles.text}>
              <PaymentName entry={entry} />
            </span>
            <span className={styles.amount}>{formatRand(entry.net)}</span>
            <p className={styles.pays}>
              {texts.parts(formatDay(entry.day), entry.gross, entry.fee)}
            </p>
          </li>
        ))}
      </ul>
      {earlier > 0 && <p className={styles.small}>{texts.earlier(earlier)}</p>}
    </>
  );
}

function PaymentName({ entry: { kind, recordId, name, providerId } }: { entry: PayoutEntry }) {
  if (recordId === null) return `${texts.unknown}, PayFast ${providerId}`;
  return (
    <Link to={kind === 'donation' ? paths.donation(recordId) : paths.invoice(recordId)}>
      {name}
    </Link>
  );
}
