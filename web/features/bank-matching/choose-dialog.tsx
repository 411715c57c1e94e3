import { useId } from 'react';
import type { MoneyLine } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { textFor } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { hasMatch, LineChoice } from './line-choice.tsx';
import { LineFacts } from './line-facts.tsx';
import type { DraftPart } from './parts.ts';
import { useBooking } from './use-booking.ts';
import { useMoneyLine } from './use-money-lines.ts';

interface Props {
  line: MoneyLine;
  /** Parts in place of the first suggestion. */
  start: readonly DraftPart[] | undefined;
  onClose: (isChanged: boolean) => void;
  onDismiss: () => void;
}

/** Asks what the money of a line is. */
export function ChooseDialog({ line, start, onClose, onDismiss }: Props) {
  const formId = useId();
  const { data, error, isFetching, refetch } = useMoneyLine(line.id);
  const booking = useBooking(line, () => onClose(true));
  return (
    <Dialog
      title={words.whatIsIt}
      onClose={() => onClose(booking.isRefused)}
      actions={
        <>
          <Button onClick={() => onClose(booking.isRefused)}>No, cancel</Button>
          {data && (
            <Button type="submit" form={formId} kind="primary" busy={booking.busy}>
              {words.book}
            </Button>
          )}
        </>
      }
    >
      <LineFacts line={data ?? line} />
      {error !== null && (
        <LoadFailure
          text={textFor(error, words)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && <Spinner />}
      {data && (
        <LineChoice
          formId={formId}
          details={data}
          start={start}
          booking={booking}
          onDismiss={hasMatch(data) ? null : onDismiss}
        />
      )}
    </Dialog>
  );
}
