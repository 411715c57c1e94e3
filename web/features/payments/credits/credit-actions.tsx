import { useState } from 'react';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { paymentAdminTexts, undoPayment } from '#contract/payments/admin-endpoints.ts';
import {
  closeCredit,
  type Credit,
  creditTexts,
  undoCreditUse,
} from '#contract/payments/credits.ts';
import { erasureTexts } from '#contract/privacy/erasure.ts';
import { EraseDialog } from '#web/features/privacy/erase-person.tsx';
import { creditUseInWords, paymentRecordTexts } from '#contract/payments/recorded-payment.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import type { List } from '#web/lists/list-shape.ts';
import { useMay } from '#web/session/use-may.ts';
import { RowActions, RowButton } from '#web/lists/row-actions.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { CarryDialog } from './carry-dialog.tsx';
import { DonateDialog, RefundDialog } from './use-credit-dialogs.tsx';
import { useKeepCredit } from './use-keep-credit.tsx';

interface Props {
  credit: Credit;
  list: List;
}

/** What can become of a credit. What became of it can be undone, as long as it paid no record. */
export function CreditActions({ credit, list }: Props) {
  if (credit.amount > 0 && credit.money !== 'owed')
    return <OpenActions credit={credit} list={list} />;
  if (credit.owed > 0) return <OwedActions credit={credit} list={list} />;
  return <UsedActions credit={credit} list={list} />;
}

function creditFacts({ payer, amount, recordName, paidOn, bankReference }: Credit): Fact[] {
  return [
    { label: 'From', value: payer },
    { label: 'Credit', value: formatRand(amount) },
    { label: 'Paid on', value: formatDay(paidOn) },
    ...(recordName === '' ? [] : [{ label: 'Came in for', value: recordName }]),
    ...(bankReference === null ? [] : [{ label: 'Bank reference', value: bankReference }]),
  ];
}

function OpenActions({ credit, list }: Props) {
  const [open, setOpen] = useState<'carry' | 'refund' | 'donate' | null>(null);
  const { id, amount, received, payer, recordName } = credit;
  const mayWrite = useMay()('money.write');
  const name = `${formatRand(amount)} of ${payer}${recordName === '' ? '' : ` for ${recordName}`}`;
  const onDone = () => (open === null ? list.refetch() : list.removed(id));
  const closing = useKeepCredit(credit, list);
  const undoing = useAskReason(undoPayment, {
    done: paymentAdminTexts.undone,
    onDone: () => list.removed(id),
    onRefused: list.fail,
  });
  const uses = useUndoUses({ credit, list });
  const body = <DefinitionList facts={creditFacts(credit)} />;
  const props = {
    credit,
    facts: creditFacts(credit),
    onClose: () => setOpen(null),
    onDone: async () => {
      setOpen(null);
      await onDone();
    },
  };
  if (!mayWrite) return null;
  return (
    <>
      <RowActions
        name={name}
        main={
          <RowButton name={name} onClick={() => setOpen('carry')}>
            Pay an invoice
          </RowButton>
        }
      >
        <RowButton name={name} onClick={() => setOpen('refund')}>
          Record a refund
        </RowButton>
        <RowButton name={name} onClick={() => setOpen('donate')}>
          Make a donation of it
        </RowButton>
        <RowButton
          name={name}
          onClick={() =>
            closing.ask({
              id,
              title: 'Mark as dealt with',
              body: (
                <>
                  {body}
                  <p>{paymentAdminTexts.askClose}</p>
                  {closing.isVatInIt}
                </>
              ),
              confirm: 'Mark as dealt with',
            })
          }
        >
          Mark as dealt with
        </RowButton>
        {amount === received && credit.source === 'administrator' && (
          <RowButton
            name={name}
            onClick={() =>
              undoing.ask({
                id,
                title: 'The money never came',
                body,
                confirm: 'Undo the payment',
              })
            }
          >
            The money never came
          </RowButton>
        )}
        {uses.buttons}
      </RowActions>
      {open === 'carry' && <CarryDialog {...props} />}
      {open === 'refund' && <RefundDialog {...props} />}
      {open === 'donate' && <DonateDialog {...props} />}
      {closing.dialog}
      {undoing.dialog}
      {uses.dialog}
    </>
  );
}

/** Its money went back after it was used. */
function OwedActions({ credit, list }: Props) {
  const { id, owed, payer } = credit;
  const uses = useUndoUses({ credit, list });
  const name = `${formatRand(owed)} of ${payer}`;
  const givingUp = useAskReason(closeCredit, {
    done: creditTexts.gaveUp,
    onDone: () => list.removed(id),
    onRefused: list.fail,
  });
  const question = {
    id,
    title: 'Give it up',
    body: (
      <>
        <p>{paymentRecordTexts.owed(owed)}</p>
        <p>{creditTexts.askGiveUp}</p>
      </>
    ),
    confirm: 'Give it up',
  };
  return (
    <>
      <RowActions
        name={name}
        main={
          <RowButton name={name} needs="money.write" onClick={() => givingUp.ask(question)}>
            Give it up
          </RowButton>
        }
      >
        {uses.buttons}
      </RowActions>
      {givingUp.dialog}
      {uses.dialog}
    </>
  );
}

function UsedActions({ credit, list }: Props) {
  const uses = useUndoUses({ credit, list });
  const [isErasing, setErasing] = useState(false);
  const name = `${formatRand(credit.received)} of ${credit.payer}`;
  const erase = (
    <RowButton key="erase" name={name} needs="privacy" onClick={() => setErasing(true)}>
      {erasureTexts.open}
    </RowButton>
  );
  const isNamedHere = credit.kind === null;
  const [main, ...others] = [...uses.buttons, ...(isNamedHere ? [erase] : [])];
  if (main === undefined) return null;
  return (
    <>
      <RowActions name={name} main={main}>
        {others}
      </RowActions>
      {uses.dialog}
      {isErasing && (
        <EraseDialog
          kind="sender"
          id={credit.id}
          name={credit.payer}
          onErased={list.refetch}
          onClose={() => setErasing(false)}
        />
      )}
    </>
  );
}

/** A button for each refund, and each part that was dealt with or given up, the latest first. */
function useUndoUses({ credit, list }: Props) {
  const { ask, dialog } = useAskReason(undoCreditUse, {
    done: credit.hasGoneBack ? creditTexts.undoneAfterReturn : creditTexts.undone,
    onDone: () => list.removed(credit.id),
    onRefused: list.fail,
  });
  const title = credit.hasGoneBack ? 'Undo it' : 'Make it a credit again';
  const buttons = credit.uses
    .filter(({ undoneBy, recordId }) => undoneBy === null && recordId === null)
    .toReversed()
    .map((use) => (
      <RowButton
        key={use.id}
        needs="money.write"
        name={`on ${formatDay(use.usedOn)} of ${credit.payer}`}
        onClick={() =>
          ask({
            id: use.id,
            title,
            body: <p>{creditUseInWords(use)}</p>,
            confirm: title,
          })
        }
      >
        {creditTexts.undoUse(use)}
      </RowButton>
    ));
  return { buttons, dialog };
}
