import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatMoment } from '#contract/days.ts';
import {
  type Comparison,
  comparisonTexts,
  describeDifference,
  type Difference,
  dismissDifference,
  getComparison,
  recordDifference,
  startComparison,
} from '#contract/payments/comparison.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './payment-comparison.module.css';

const queryKey = ['cardNotifications', 'comparison'];
const pollMs = 2000;

/** The comparison with the list of the card provider, and what differs. product-rules 7.14 to 7.17. */
export function PaymentComparison() {
  const id = useId();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getComparison, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.isRunning === true && pollMs,
  });
  return (
    <section aria-labelledby={id} className={styles.comparison}>
      <h2 id={id} className={styles.title}>
        {comparisonTexts.title}
      </h2>
      {isError && (
        <LoadFailure
          text={comparisonTexts.loadFailed}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && !data.isOn && <p className={styles.state}>{comparisonTexts.off}</p>}
      {data && <State comparison={data} />}
    </section>
  );
}

function State({ comparison }: { comparison: Comparison }) {
  const { isOn, last, failure, isOverdue, differences, differenceCount } = comparison;
  return (
    <>
      {isOverdue && <Warning>{comparisonTexts.overdue}</Warning>}
      {isOn && failure !== null && <Warning>{comparisonTexts.failed(failure)}</Warning>}
      {isOn && (
        <p className={styles.state}>
          {last === null
            ? comparisonTexts.none
            : comparisonTexts.last(formatMoment(last.finishedUtc), last.fromDay, last.toDay)}{' '}
          {differenceCount > 0
            ? comparisonTexts.differences(differenceCount)
            : last !== null && comparisonTexts.noDifferences}
        </p>
      )}
      {isOn && <Start comparison={comparison} />}
      <Differences differences={differences} />
      {differenceCount > differences.length && (
        <p>{comparisonTexts.more(differenceCount - differences.length)}</p>
      )}
    </>
  );
}

function Start({ comparison: { isRunning, failure } }: { comparison: Comparison }) {
  const queries = useQueryClient();
  const { send, busy } = useCall(startComparison);
  const [problem, setProblem] = useState<string | null>(null);
  const [wasStarted, setStarted] = useState(false);

  async function start() {
    setProblem(null);
    const outcome = await send({});
    if (outcome.ok) {
      setStarted(true);
      await queries.invalidateQueries({ queryKey });
    } else if (outcome.error) setProblem(outcome.error.message);
  }

  return (
    <>
      <div className={styles.start}>
        <Button busy={busy || isRunning} needs="money.write" onClick={() => void start()}>
          {comparisonTexts.start}
        </Button>
        <output className={styles.progress}>
          {progressOf({ isRunning, wasStarted, hasFailed: failure !== null })}
        </output>
      </div>
      <FormProblem message={problem} />
    </>
  );
}

interface Progress {
  isRunning: boolean;
  wasStarted: boolean;
  hasFailed: boolean;
}

function progressOf({ isRunning, wasStarted, hasFailed }: Progress): string | null {
  if (isRunning) return comparisonTexts.running;
  if (!wasStarted) return null;
  return hasFailed ? comparisonTexts.startedFailed : comparisonTexts.finished;
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const isResolving = useRef(false);
  // The focused button was removed with its difference. The last one takes the list with it.
  useEffect(() => {
    if (!isResolving.current || document.activeElement !== document.body) return;
    isResolving.current = false;
    const next = list.current?.querySelector('button');
    (next ?? document.querySelector('h1'))?.focus();
  }, [differences]);
  const onResolved = () => {
    isResolving.current = true;
    return queries.invalidateQueries({ queryKey: ['cardNotifications'] });
  };
  const { ask, dialog } = useAskReason(dismissDifference, {
    done: comparisonTexts.dismissed,
    onDone: onResolved,
  });
  return (
    <>
      {differences.length > 0 && (
        <ul ref={list} aria-label="Differences" className={styles.differences}>
          {differences.map((difference) => (
            <OneDifference
              key={difference.id}
              difference={difference}
              onResolved={onResolved}
              onDismiss={() =>
                ask({
                  id: difference.id,
                  title: comparisonTexts.dismiss,
                  body: (
                    <>
                      <p>{describeDifference(difference).what}</p>
                      <p>{comparisonTexts.askDismiss}</p>
                    </>
                  ),
                  confirm: comparisonTexts.dismiss,
                })
              }
            />
          ))}
        </ul>
      )}
      {dialog}
    </>
  );
}

interface Props {
  difference: Difference;
  onResolved: () => Promise<unknown>;
  onDismiss: () => void;
}

function OneDifference({ difference, onResolved, onDismiss }: Props) {
  const { kind, providerId, record } = difference;
  const { what, advice } = describeDifference(difference);
  const name = <span className="visually-hidden"> {`: ${what}`}</span>;
  return (
    <li className={styles.difference}>
      <p className={styles.what}>{what}</p>
      <p>{advice}</p>
      <p className={styles.facts}>
        {providerId !== '' && <span>PayFast number {providerId}</span>}
        {record !== null && !record.isDeleted && (
          <Link
            to={record.kind === 'donation' ? paths.donation(record.id) : paths.invoice(record.id)}
          >
            {record.name}
          </Link>
        )}
      </p>
      <div className={styles.actions}>
        {kind === 'unrecorded' && <Record difference={difference} onResolved={onResolved} />}
        <Button needs="money.write" onClick={onDismiss}>
          <span>
            {comparisonTexts.dismiss}
            {name}
          </span>
        </Button>
      </div>
    </li>
  );
}

function Record({ difference, onResolved }: Omit<Props, 'onDismiss'>) {
  const confirm = useConfirm();
  const notify = useNotify();
  const { send, busy } = useCall(recordDifference);
  const [problem, setProblem] = useState<string | null>(null);
  const { id, record } = difference;
  const { what } = describeDifference(difference);

  async function askAndRecord() {
    setProblem(null);
    const sure = await confirm({
      title: comparisonTexts.record,
      body: (
        <>
          <p>{what}</p>
          <p>
            {record?.isOpen === true ? comparisonTexts.askRecord : comparisonTexts.askRecordCredit}
          </p>
        </>
      ),
      confirm: comparisonTexts.record,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      notify.success(
        outcome.data.isCredit ? comparisonTexts.recordedCredit : comparisonTexts.recorded,
      );
      await onResolved();
    } else if (outcome.error) setProblem(outcome.error.message);
  }

  return (
    <>
      <Button kind="primary" busy={busy} needs="money.write" onClick={() => void askAndRecord()}>
        <span>
          {comparisonTexts.record}
          <span className="visually-hidden"> {`: ${what}`}</span>
        </span>
      </Button>
      <FormProblem message={problem} />
    </>
  );
}
