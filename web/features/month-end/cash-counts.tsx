import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '#contract/days.ts';
import {
  bookCashDifference,
  type CashCount,
  cashTexts as texts,
  getCashCounts,
  undoCashDifference,
} from '#contract/month-end/cash-count.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import { reasonForm } from '#contract/reason.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { monthEndKey } from './month-end-key.ts';
import styles from './month-end.module.css';

/** The counts beside the books, with what was booked of their differences. product-rules 24.15. */
export function CashCounts() {
  const [isOpen, setOpen] = useState(false);
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [...monthEndKey, 'cashCounts'],
    queryFn: ({ signal }) => call(getCashCounts, { signal }),
    refetchOnMount: 'always',
    enabled: isOpen,
  });
  return (
    <Disclosure summary={texts.counts} open={isOpen} onToggle={setOpen}>
      {data === undefined && !isError && <Spinner />}
      {data === undefined && isError && (
        <LoadFailure text={texts.countsFailed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.counts.length === 0 && <p>{texts.noCounts}</p>}
      {data !== undefined && data.counts.length > 0 && <CountList counts={data.counts} />}
    </Disclosure>
  );
}

function CountList({ counts }: { counts: readonly CashCount[] }) {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: monthEndKey });
  const [booking, setBooking] = useState<Differing | null>(null);
  const undoing = useAskReason(undoCashDifference, { done: texts.undone, onDone: reload });
  return (
    <Card>
      <ul className={styles.months} aria-label={texts.counts}>
        {counts.map(({ day, counted, books, booked }) => {
          const difference = Math.round((counted - books) * 100) / 100;
          return (
            <li key={day}>
              <div className={styles.month}>
                <strong>{formatDay(day)}</strong>
                <span>{texts.counted(counted, books)}</span>
                <span>{difference === 0 ? texts.agrees : texts.differs(difference)}</span>
                {difference !== 0 && (
                  <Button needs="money.write" onClick={() => setBooking({ day, difference })}>
                    {texts.book}
                  </Button>
                )}
              </div>
              {booked.map(({ id, amount, reason }) => (
                <div key={id} className={styles.month}>
                  <span>
                    {texts.bookedAs(amount)} {reason}
                  </span>
                  <Button
                    needs="money.write"
                    aria-label={`${texts.undo} ${formatFigure(amount)}, ${reason}`}
                    onClick={() =>
                      undoing.ask({
                        id,
                        title: texts.undoTitle(amount),
                        body: <p>{texts.undoMeans}</p>,
                        confirm: texts.undoConfirm,
                      })
                    }
                  >
                    {texts.undo}
                  </Button>
                </div>
              ))}
            </li>
          );
        })}
      </ul>
      {booking !== null && (
        <BookDialog {...booking} onClose={() => setBooking(null)} onBooked={reload} />
      )}
      {undoing.dialog}
    </Card>
  );
}

interface Differing {
  day: string;
  /** Rand. Below zero: there is less than in the books. */
  difference: number;
}

interface BookProps extends Differing {
  onClose: () => void;
  onBooked: () => Promise<unknown>;
}

function BookDialog({ day, difference, onClose, onBooked }: BookProps) {
  const notify = useNotify();
  const { send, busy } = useCall(bookCashDifference);
  return (
    <FieldsDialog
      title={texts.book}
      explained={texts.bookMeans(difference, day)}
      confirm={texts.book}
      busy={busy}
      schema={reasonForm}
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        const outcome = await send({ body: { day, amount: difference, reason } });
        if (!outcome.ok) {
          if (outcome.error?.status === 409) await onBooked();
          return outcome.error;
        }
        notify.success(texts.booked);
        onClose();
        await onBooked();
        return null;
      }}
      renderFields={(problems) => (
        <TextareaField
          name="reason"
          label={texts.reason}
          maxLength={500}
          error={problems['reason']}
        />
      )}
    />
  );
}
