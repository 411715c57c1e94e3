import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { formatDay, formatMoment } from '#contract/days.ts';
import {
  type BankMatch,
  dismissMoneyLine,
  type MoneyLineDetails,
  reopenMoneyLine,
} from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words, signedRand } from '#contract/bank-matching/page-texts.ts';
import { textFor } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { backToList } from '#web/app/router/list-memory.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useMay } from '#web/session/use-may.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './bank-matching.module.css';
import { partInWords } from './in-words.ts';
import { hasMatch, LineChoice } from './line-choice.tsx';
import { LineFacts } from './line-facts.tsx';
import { PayoutContents } from './payout-contents.tsx';
import { useBooking } from './use-booking.ts';
import { useMoneyLine } from './use-money-lines.ts';
import { useUndoMatch } from './undo/use-undo-match.tsx';

/** One line: what the bank wrote, what it was booked as, and what it may be. */
export function BankLinePage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useMoneyLine(id);

  const hasActed = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone.
    if (hasActed.current && document.activeElement === document.body)
      document.querySelector('h1')?.focus();
  }, [data]);

  function reload() {
    hasActed.current = true;
    return refetch();
  }

  // Here, because a refusal may mean that the line is not open any more.
  const dismissing = useAskReason(dismissMoneyLine, { done: words.dismissed, onDone: reload });

  return (
    <div className={styles.page}>
      <PageTitle>
        {data ? `${signedRand(data.amount)} on ${formatDay(data.day)}` : words.lineHeading}
      </PageTitle>
      {error !== null && (
        <LoadFailure
          text={textFor(error, words)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Spinner />}
      {data && (
        <>
          <Card className={styles.card}>
            <p>
              <StatusBadge status={words.lineStates[data.state]} />
            </p>
            <LineFacts line={data} />
          </Card>
          {data.matches.length > 0 && <Matches details={data} reload={reload} />}
          {isPayout(data) && <PayoutContents lineId={id} version={`${data.state} ${data.open}`} />}
          {data.state === 'dismissed' && <Dismissed details={data} reload={reload} />}
          {data.state === 'open' && (
            <OpenLine
              // Other suggestions start with their own parts.
              key={JSON.stringify([id, data.open, data.suggestions])}
              details={data}
              reload={reload}
              onDismiss={() =>
                dismissing.ask({
                  id,
                  title: words.dismissTitle,
                  body: <p>{words.askDismiss}</p>,
                  confirm: words.dismissTitle,
                  kind: 'primary',
                })
              }
            />
          )}
          <p className={styles.actions}>
            <ButtonLink to={backToList(paths.bankMatching())}>{words.allLines}</ButtonLink>
            <ButtonLink to={paths.bankStatement(data.statementId)}>
              {words.openStatement}
            </ButtonLink>
          </p>
          {dismissing.dialog}
        </>
      )}
    </div>
  );
}

/** It is booked as one, or may be one. */
function isPayout({ matches, suggestions }: MoneyLineDetails): boolean {
  const living = matches.filter(({ undoneUtc }) => undoneUtc === null);
  const parts = [...living, ...suggestions.flatMap((one) => one.parts)];
  return parts.some(({ kind }) => kind === 'payout');
}

interface Props {
  details: MoneyLineDetails;
  reload: () => Promise<unknown>;
}

function OpenLine({ details, reload, onDismiss }: Props & { onDismiss: () => void }) {
  const mayWrite = useMay()('money.write');
  const formId = useId();
  const booking = useBooking(details, () => void reload());
  if (!mayWrite) return null;
  return (
    <Card title={words.whatIsIt} className={styles.card}>
      <LineChoice
        formId={formId}
        details={details}
        start={undefined}
        booking={booking}
        onDismiss={hasMatch(details) ? null : onDismiss}
      />
      <div className={styles.actions}>
        <Button type="submit" form={formId} kind="primary" busy={booking.busy}>
          {words.book}
        </Button>
      </div>
    </Card>
  );
}

function Dismissed({ details, reload }: Props) {
  const { id, dismissedBy, dismissedUtc, dismissedReason } = details;
  const notify = useNotify();
  const { send, busy, error } = useCall(reopenMoneyLine);

  async function reopen() {
    const outcome = await send({ params: { id } });
    if (outcome.ok) notify.success(words.reopened);
    await reload();
  }

  return (
    <Card title={words.lineStates.dismissed} className={styles.card}>
      <p>{dismissedReason}</p>
      <p className={styles.small}>
        {words.bookedBy(dismissedBy ?? '', formatMoment(dismissedUtc ?? ''))}
      </p>
      <FormProblem message={error?.message ?? null} />
      <div>
        <Button busy={busy} needs="money.write" onClick={() => void reopen()}>
          {words.reopen}
        </Button>
      </div>
    </Card>
  );
}

/** The parts that were booked, each with its undo; undone ones stay as history. */
function Matches({ details, reload }: Props) {
  const queries = useQueryClient();
  const { ask, dialog } = useUndoMatch({
    onDone: async () => {
      queries.removeQueries({ queryKey: ['paymentsOf'] });
      await reload();
    },
  });
  const isMoneyIn = details.amount > 0;
  const isBooked = details.matches.some(({ undoneUtc }) => undoneUtc === null);
  return (
    <Card title={isBooked ? words.bookedAs : words.wasBookedAs} className={styles.card}>
      <ul className={styles.list}>
        {details.matches.map((match) => (
          <li key={match.id} className={styles.match}>
            <div className={styles.partHead}>
              <span className={styles.strong}>
                <RecordLink match={match} isMoneyIn={isMoneyIn} />
              </span>
              {match.undoneUtc === null && (
                <Button kind="quiet" needs="money.write" onClick={() => ask(match, isMoneyIn)}>
                  {words.undo}
                  <span className="visually-hidden"> {partInWords(match, isMoneyIn)}</span>
                </Button>
              )}
            </div>
            <p className={styles.small}>{match.why}</p>
            <p className={styles.small}>
              {words.bookedBy(match.matchedBy, formatMoment(match.matchedUtc))}
            </p>
            {match.undoneUtc !== null && (
              <p className={styles.small}>
                {words.undoneBy(
                  match.undoneBy ?? '',
                  formatMoment(match.undoneUtc),
                  match.undoneReason ?? '',
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </Card>
  );
}

function RecordLink({ match, isMoneyIn }: { match: BankMatch; isMoneyIn: boolean }) {
  const text = partInWords(match, isMoneyIn);
  if (match.record === null) return text;
  const { kind, id } = match.record;
  return <Link to={kind === 'donation' ? paths.donation(id) : paths.invoice(id)}>{text}</Link>;
}
