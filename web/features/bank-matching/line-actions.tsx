import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDay } from '#contract/days.ts';
import {
  dismissMoneyLine,
  type MoneyLine,
  reopenMoneyLine,
} from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words, signedRand } from '#contract/bank-matching/page-texts.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import type { List } from '#web/lists/list-shape.ts';
import { useMay } from '#web/session/use-may.ts';
import { RowActions, RowButton, RowLink } from '#web/lists/row-actions.tsx';
import { DialogLater } from '#web/ui/dialog-later.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { partsInWords } from './in-words.ts';
import { LineFacts } from './line-facts.tsx';
import { bookableParts, type DraftPart, wholePart } from './parts.ts';
import { isMeantForRowBefore, useBookLine } from './use-book-line.ts';

const chooseDialog = codeLater(async () => (await import('./choose-dialog.tsx')).ChooseDialog);
const undoAction = codeLater(async () => (await import('./undo/undo-action.tsx')).UndoAction);
const payoutDialog = codeLater(async () => (await import('./payout-dialog.tsx')).PayoutDialog);

interface Props {
  line: MoneyLine;
  list: List;
}

/** What can be done with a line, depending on its state. */
export function LineActions({ line, list }: Props) {
  if (!useMay()('money.write')) {
    return (
      <RowLink name={nameOf(line)} to={paths.bankLine(line.id)}>
        View
      </RowLink>
    );
  }
  if (line.state === 'open') return <OpenLineActions line={line} list={list} />;
  if (line.state === 'dismissed') return <ReopenAction line={line} list={list} />;
  return <UndoLater line={line} list={list} />;
}

function nameOf({ day, amount }: MoneyLine): string {
  return `${signedRand(amount)} on ${formatDay(day)}`;
}

/** Enter on a row presses its first button, so nothing here is a link. */
function OpenLineActions({ line, list }: Props) {
  const { id, amount, suggestion, statementId } = line;
  const name = nameOf(line);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly DraftPart[] | 'suggested' | null>(null);
  const booking = useBookLine(line, list);
  const dismissing = useAskReason(dismissMoneyLine, {
    done: words.dismissed,
    onDone: () => list.removed(id),
    onRefused: list.fail,
  });
  const isMoneyIn = amount > 0;
  const parts = bookableParts(suggestion);
  const dismiss = () =>
    dismissing.ask({
      id,
      title: words.dismissTitle,
      body: (
        <>
          <LineFacts line={line} />
          <p>{words.askDismiss}</p>
        </>
      ),
      confirm: words.dismissTitle,
      kind: 'primary',
    });
  const chooseOther = (
    <RowButton name={name} onClick={() => setChosen('suggested')}>
      {words.choose}
    </RowButton>
  );
  return (
    <>
      <RowActions
        name={name}
        main={
          parts === null ? (
            chooseOther
          ) : (
            <BookSuggestion name={name} line={line} parts={parts} booking={booking} />
          )
        }
      >
        {parts !== null && chooseOther}
        {isMoneyIn ? (
          <>
            <RowButton
              name={name}
              onClick={() => setChosen([wholePart(line, 'new-donation', words.newDonation)])}
            >
              {words.donation}
            </RowButton>
            <RowButton
              name={name}
              onClick={() => setChosen([wholePart(line, 'credit', words.creditOf)])}
            >
              {words.credit}
            </RowButton>
          </>
        ) : (
          <RowButton
            name={name}
            onClick={() =>
              void booking.book(
                [{ kind: 'charge', amount: Math.abs(line.open) }],
                partsInWords([chargeOf(line)], isMoneyIn),
              )
            }
          >
            {words.charge}
          </RowButton>
        )}
        <RowButton name={name} onClick={dismiss}>
          {words.dismiss}
        </RowButton>
        <RowButton name={name} onClick={() => void navigate(paths.bankStatement(statementId))}>
          {words.openStatement}
        </RowButton>
      </RowActions>
      <DialogLater
        title={words.whatIsIt}
        code={chooseDialog}
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
      >
        {(ChooseDialog) => (
          <ChooseDialog
            line={line}
            start={chosen === 'suggested' ? undefined : (chosen ?? undefined)}
            onClose={(isChanged) => {
              setChosen(null);
              if (isChanged) void list.removed(id);
            }}
            onDismiss={() => {
              setChosen(null);
              dismiss();
            }}
          />
        )}
      </DialogLater>
      {dismissing.dialog}
    </>
  );
}

interface BookProps {
  name: string;
  line: MoneyLine;
  parts: NonNullable<ReturnType<typeof bookableParts>>;
  booking: ReturnType<typeof useBookLine>;
}

/** Books what is suggested with one press. Of a payout it first shows the card payments. */
function BookSuggestion({ name, line, parts, booking: { book, busy } }: BookProps) {
  const [isPayoutShown, setPayoutShown] = useState(false);
  const isPayout = parts.some(({ kind }) => kind === 'payout');

  function bookParts() {
    setPayoutShown(false);
    void book(parts, partsInWords(line.suggestion?.parts ?? [], line.amount > 0));
  }

  return (
    <>
      <RowButton
        name={name}
        busy={busy}
        // A held key must not book the lines that follow.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={(event) => {
          if (isMeantForRowBefore(event)) return;
          if (isPayout) setPayoutShown(true);
          else bookParts();
        }}
      >
        {words.book}
      </RowButton>
      <DialogLater
        title={words.bookPayout}
        code={payoutDialog}
        isOpen={isPayoutShown}
        onClose={() => setPayoutShown(false)}
      >
        {(PayoutDialog) => (
          <PayoutDialog line={line} onBook={bookParts} onClose={() => setPayoutShown(false)} />
        )}
      </DialogLater>
    </>
  );
}

function chargeOf({ open }: MoneyLine) {
  const amount = Math.abs(open);
  return { kind: 'charge', amount, record: null, targetId: null, payerName: '', fee: 0 } as const;
}

/** Few undo here, so its code comes with the booked lines. */
function UndoLater({ line, list }: Props) {
  const { code: UndoAction, error } = useCodeLater(undoAction);
  const name = nameOf(line);
  if (UndoAction) return <UndoAction name={name} line={line} list={list} />;
  if (error === null) return null;
  // The page of the line has an Undo of its own.
  return (
    <RowLink name={name} to={paths.bankLine(line.id)}>
      {words.undo}
    </RowLink>
  );
}

function ReopenAction({ line, list }: Props) {
  const { id } = line;
  const notify = useNotify();
  const { send, busy } = useCall(reopenMoneyLine);
  const name = nameOf(line);

  async function reopen() {
    list.fail(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) notify.success(words.reopened);
    else if (outcome.error) list.fail(outcome.error.message);
    await list.removed(id);
  }

  return (
    <RowButton name={name} busy={busy} onClick={() => void reopen()}>
      {words.reopen}
    </RowButton>
  );
}
