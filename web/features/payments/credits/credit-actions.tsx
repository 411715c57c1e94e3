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
import { creditUseInWords } from '#contract/payments/recorded-payment.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import type { List } from '#web/lists/list-shape.ts';
import { RowActions, RowButton } from '#web/lists/row-actions.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { CarryDialog } from './carry-dialog.tsx';
import { DonateDialog, RefundDialog } from './use-credit-dialogs.tsx';

interface Props {
  credit: Credit;
  list: List;
}

/** What can become of a credit; of one that is used up, the refund can be undone. */
export function CreditActions({ credit, list }: Props) {
  return credit.amount > 0 ? (
    <OpenActions credit={credit} list={list} />
  ) : (
    <UsedActions credit={credit} list={list} />
  );
}

function creditFacts({ payer, amount, recordName, paidOn, bankReference }: Credit): Fact[] {
  return [
    { label: 'From', value: payer },
    { label: 'Credit', value: formatRand(amount) },
    { label: 'Received', value: formatDay(paidOn) },
    ...(recordName === '' ? [] : [{ label: 'Came in for', value: recordName }]),
    ...(bankReference === null ? [] : [{ label: 'Bank reference', value: bankReference }]),
  ];
}

function OpenActions({ credit, list }: Props) {
  const [open, setOpen] = useState<'carry' | 'refund' | 'donate' | null>(null);
  const { id, amount, received, payer, recordName } = credit;
  const name = `${formatRand(amount)} of ${payer}${recordName === '' ? '' : ` for ${recordName}`}`;
  const onDone = () => (open === null ? list.refetch() : list.removed(id));
  const closing = useAskReason(closeCredit, {
    done: paymentAdminTexts.closed,
    onDone: () => list.removed(id),
  });
  const undoing = useAskReason(undoPayment, {
    done: paymentAdminTexts.undone,
    onDone: () => list.removed(id),
  });
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
      </RowActions>
      {open === 'carry' && <CarryDialog {...props} />}
      {open === 'refund' && <RefundDialog {...props} />}
      {open === 'donate' && <DonateDialog {...props} />}
      {closing.dialog}
      {undoing.dialog}
    </>
  );
}

function UsedActions({ credit, list }: Props) {
  const undoing = useAskReason(undoCreditUse, {
    done: creditTexts.undone,
    onDone: () => list.removed(credit.id),
  });
  const last = credit.uses.findLast(({ undoneBy, kind }) => {
    return undoneBy === null && (kind === 'refund' || kind === 'other');
  });
  if (last === undefined) return null;
  const name = `${formatRand(last.amount)} of ${credit.payer}`;
  return (
    <>
      <RowActions
        name={name}
        main={
          <RowButton
            name={name}
            onClick={() =>
              undoing.ask({
                id: last.id,
                title: 'Make it a credit again',
                body: <p>{creditUseInWords(last)}</p>,
                confirm: 'Make it a credit again',
              })
            }
          >
            Undo
          </RowButton>
        }
      />
      {undoing.dialog}
    </>
  );
}
