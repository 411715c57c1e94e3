import { useId, useState } from 'react';
import { formatDay } from '#contract/days.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { bookCertainLines, type MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words, signedRand } from '#contract/bank-matching/page-texts.ts';
import { textFor } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import styles from './bank-matching.module.css';
import { partsInWords } from './in-words.ts';
import { MarkedText } from './marked-text.tsx';
import { useCertainLines } from './use-money-lines.ts';

interface Props {
  onClose: (hasBooked: boolean) => void;
}

/** Shows the certain lines and books those, in calls of a limited size. */
export function CertainDialog({ onClose }: Props) {
  const { data, error, isFetching, refetch } = useCertainLines();
  const lines = data?.lines ?? [];
  const { book, result, busy, problem } = useBookAll(lines);
  const isDone = result.sent > 0 && result.sent === lines.length;
  const left = lines.slice(result.sent);
  const close = () => busy || onClose(result.sent > 0);
  const rand = left.reduce((sum, { open }) => sum + Math.round(open * 100), 0) / 100;
  const label =
    result.sent === 0 ? words.bookCertain(lines.length, rand) : words.bookOthers(left.length);
  const isOver = isDone || (data !== undefined && lines.length === 0);
  return (
    <Dialog
      title={words.bookCertainTitle}
      onClose={close}
      actions={
        <>
          {!isOver && (
            <Button off={busy} onClick={close}>
              No, cancel
            </Button>
          )}
          {data !== undefined && (
            // One button for both, so that it keeps the focus.
            <Button kind="primary" busy={busy} onClick={isOver ? close : () => void book()}>
              {isOver ? 'Close' : label}
            </Button>
          )}
        </>
      }
    >
      {data === undefined && error === null && <Spinner />}
      {error !== null && (
        <LoadFailure
          text={textFor(error, words)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && !isDone && (
        <CertainList lines={left} shown={lines.length} total={data.total} />
      )}
      <Outcome result={result} lines={lines} busy={busy} />
      <FormProblem message={problem} />
    </Dialog>
  );
}

/** Few enough that a slow server answers in time, and that the progress moves. */
const linesPerCall = 20;

type NotBooked = ReplyOf<typeof bookCertainLines>['notBooked'];

const nothing = { sent: 0, booked: 0, amount: 0, notBooked: [] as NotBooked };

function useBookAll(lines: readonly MoneyLine[]) {
  const { send, busy, error } = useCall(bookCertainLines);
  const [result, setResult] = useState(nothing);
  const [isRunning, setRunning] = useState(false);

  /** Goes on after the last call that has succeeded. */
  async function book() {
    if (isRunning) return;
    setRunning(true);
    let { sent, booked, amount, notBooked } = result;
    while (sent < lines.length) {
      const lineIds = lines.slice(sent, sent + linesPerCall).map(({ id }) => id);
      const outcome = await send({ body: { lineIds } });
      if (!outcome.ok) break;
      sent += lineIds.length;
      booked += outcome.data.booked;
      amount += outcome.data.amount;
      notBooked = [...notBooked, ...outcome.data.notBooked];
      setResult({ sent, booked, amount, notBooked });
    }
    setRunning(false);
  }

  return { book, result, busy: busy || isRunning, problem: error?.message ?? null };
}

interface OutcomeProps {
  result: typeof nothing;
  lines: readonly MoneyLine[];
  busy: boolean;
}

/** The progress, then what was booked. */
function Outcome({ result, lines, busy }: OutcomeProps) {
  const total = lines.length;
  const left = result.notBooked.map(({ id, why }) => ({
    ...lines.find((line) => line.id === id),
    id,
    why,
  }));
  const progress = words.booking(result.sent, total);
  return (
    <>
      {busy && (
        <progress aria-label={progress} value={result.sent} max={total} className={styles.bar} />
      )}
      <div role="status">
        {busy && progress}
        {result.sent > 0 && !busy && <p>{words.bookedCertain(result.booked, result.amount)}</p>}
        {left.length > 0 && !busy && <p>{words.notBooked(left.length)}</p>}
      </div>
      {!busy && (
        <ul className={styles.list}>
          {left.map(({ id, text = '', open = 0, why }) => (
            <li key={id} className={styles.item}>
              <span className={styles.text}>
                <MarkedText text={text} />
              </span>
              <span className={styles.amount}>{signedRand(open)}</span>
              <span className={styles.pays}>{why}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ListProps {
  lines: readonly MoneyLine[];
  shown: number;
  total: number;
}

function CertainList({ lines, shown, total }: ListProps) {
  const id = useId();
  if (lines.length === 0) return <p>{words.noneCertain}</p>;
  return (
    <>
      <p id={id}>{words.certainIntro}</p>
      {shown < total && <p>{words.certainMost(shown, total)}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard */}
      <div role="region" aria-labelledby={id} tabIndex={0} className={styles.scroll}>
        <ul className={styles.list}>
          {lines.map(({ id: lineId, day, text, open, suggestion }) => (
            <li key={lineId} className={styles.item}>
              <span className={styles.text}>
                <MarkedText text={text} />
              </span>
              <span className={styles.amount}>{signedRand(open)}</span>
              <span className={styles.pays}>
                {`${formatDay(day)}: ${partsInWords(suggestion?.parts ?? [], true)}`}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
