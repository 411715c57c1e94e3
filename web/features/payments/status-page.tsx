import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useEffect, useReducer, useState } from 'react';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import {
  getPaymentSummary,
  paymentTexts,
  type PaymentSummary,
} from '#contract/payments/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useLacksMailServer } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { useSession } from '#web/session/use-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import type { Fact } from '#web/ui/definition-list.tsx';
import { withoutEarlierOutcome } from './earlier-outcome.ts';
import { findRecord, type PaymentRecord } from './find-record.ts';
import { Outcome, RecordFacts, ToLogin, TryAgain } from './payment-outcome.tsx';
import { type PaymentOfAddress, usePaymentOfAddress } from './payment-of-address.ts';
import {
  initialState,
  isLastPoll,
  noMoney,
  pauseAfter,
  sentencesOf,
  stateAfter,
  thanksFor,
  type PaymentStatus,
  waitingFor,
} from './payment-status.ts';

const faces = {
  loading: { icon: 'waiting', tone: 'calm', title: paymentTexts.status },
  paid: { icon: CircleCheck, tone: 'good', title: paymentTexts.completed },
  unpaid: { icon: CircleAlert, tone: 'bad', title: paymentTexts.notCompleted },
  pending: { icon: Clock, tone: 'calm', title: paymentTexts.pending },
} as const;

/** Where the provider sends users after a payment. product-rules 18.15. */
export function StatusPage() {
  const payment = usePaymentOfAddress();
  const { status, record, money, isReloading, isUnchanged, reload } = usePaymentStatus(payment);
  const isPaid = status === 'paid';
  const sentences = sentencesOf(money);
  const summary = useSummary(payment, isPaid);
  return (
    <Outcome
      {...faces[status]}
      facts={
        (isPaid || sentences.length === 0) && (
          <RecordFacts record={record} more={isPaid ? factsOf(summary) : []} />
        )
      }
      actions={
        <>
          {status === 'unpaid' && <TryAgain payment={payment} record={record} />}
          {!isPaid && (
            <Button
              kind={status === 'pending' ? 'primary' : 'secondary'}
              wide
              busy={isReloading}
              onClick={reload}
            >
              {paymentTexts.reload}
            </Button>
          )}
          {isPaid && payment.kind === 'donation' ? (
            // A donor has no sign-in.
            <ButtonLink kind="primary" wide to={paths.donate()}>
              {paymentTexts.donateAgain}
            </ButtonLink>
          ) : (
            <ToLogin kind={isPaid ? 'primary' : 'secondary'} />
          )}
        </>
      }
    >
      <Explanation
        status={status}
        isDonation={payment.kind === 'donation'}
        summary={summary}
        sentences={sentences}
        record={record}
      />
      {isUnchanged && <p>{paymentTexts.unchanged}</p>}
    </Outcome>
  );
}

interface ExplanationProps {
  status: PaymentStatus;
  isDonation: boolean;
  /** Of a paid record. */
  summary: PaymentSummary | null;
  /** About the money of a record that is not paid. */
  sentences: readonly string[];
  record: PaymentRecord | null;
}

function Explanation({ status, isDonation, summary, sentences, record }: ExplanationProps) {
  const isVisitor = useSession() === null;
  const isMailKept = useLacksMailServer();
  const all = (texts: readonly string[]) => texts.map((text) => <p key={text}>{text}</p>);
  switch (status) {
    case 'loading':
      return <p>{paymentTexts.statusLoading}</p>;
    case 'paid':
      return all(thanksFor(summary, { isDonation, isVisitor, isMailKept }));
    case 'pending':
      return all(sentences.length > 0 ? sentences : [waitingFor(record, isMailKept)]);
    case 'unpaid': {
      const { isWrittenOff, unconfirmed, mayBeLate, failed } = paymentTexts;
      return all([
        record?.state === 'writtenOff' ? isWrittenOff : unconfirmed,
        ...sentences,
        ...(record?.state === 'unpaid' ? [mayBeLate] : []),
        ...(record?.state === 'failed' ? [failed] : []),
      ]);
    }
  }
}

/** Null while it loads and after a failure: the page works without it. */
function useSummary({ kind, id }: PaymentOfAddress, isPaid: boolean): PaymentSummary | null {
  const [summary, setSummary] = useState<PaymentSummary | null>(null);
  useEffect(() => {
    if (!isPaid || kind === null || id === null) return undefined;
    const stop = new AbortController();
    const options = { params: { type: kind, id }, signal: stop.signal };
    call(getPaymentSummary, options).then(setSummary, () => undefined);
    return () => stop.abort();
  }, [kind, id, isPaid]);
  return summary;
}

function factsOf(summary: PaymentSummary | null): Fact[] {
  if (summary === null) return [];
  const { reference, membership, amount, received, held } = summary;
  return [
    ...(received === amount ? [] : [{ label: 'Last payment', value: formatRand(received) }]),
    ...(held === 0 ? [] : [{ label: 'Held as a credit', value: formatRand(held) }]),
    { label: 'Reference', value: reference },
    ...(membership === null
      ? []
      : [
          { label: 'Member', value: membership.name },
          { label: 'Membership number', value: membership.number },
          { label: 'Valid until', value: formatDay(membership.validUntil) },
        ]),
  ];
}

/** Polls with growing pauses, and when the user reloads. Changes nothing. product-rules 7.9. */
function usePaymentStatus({ kind, id }: PaymentOfAddress) {
  const [state, dispatch] = useReducer(stateAfter, initialState);
  const [isReloading, setReloading] = useState(false);
  const [unchanged, setUnchanged] = useState<PaymentStatus | null>(null);
  const pause = pauseAfter(state);

  useEffect(() => {
    if (pause === null) return undefined;
    const stop = new AbortController();
    const ask = async () => {
      const answer = await answerFor({ kind, id }, isLastPoll(state.rounds), stop.signal);
      if (!stop.signal.aborted) dispatch({ ...answer, isManual: false });
    };
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kind, id, pause, state.rounds]);

  async function reload() {
    setReloading(true);
    setUnchanged(null);
    const answer = { ...(await answerFor({ kind, id }, true)), isManual: true };
    dispatch(answer);
    const { status } = stateAfter(state, answer);
    if (status === state.status) setUnchanged(state.status);
    setReloading(false);
    // The focused button disappears.
    if (status === 'paid') document.querySelector('h1')?.focus();
  }

  return { ...state, isReloading, isUnchanged: unchanged === state.status, reload };
}

/**
 * The record and, if it is not paid, the money that is here for it. While the notification may still
 * come, an unpaid record has none that is worth asking for.
 */
async function answerFor(payment: PaymentOfAddress, isLast: boolean, signal?: AbortSignal) {
  const record = await recordOf(payment, signal);
  const { kind, id } = payment;
  if (record?.state == null || record.state === 'paid' || kind === null || id === null) {
    return { record, money: noMoney };
  }
  if (record.state === 'unpaid' && !isLast) return { record, money: noMoney };
  const options = { params: { type: kind, id }, signal };
  const money = await call(getPaymentSummary, options).catch(() => noMoney);
  return { record, money };
}

/** Null for an unknown kind and for any failure. */
async function recordOf(
  { kind, id }: PaymentOfAddress,
  signal?: AbortSignal,
): Promise<PaymentRecord | null> {
  if (kind === null || id === null) return null;
  return findRecord(kind, id, signal).then(withoutEarlierOutcome, () => null);
}
