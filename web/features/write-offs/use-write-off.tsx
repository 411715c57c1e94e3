import { useRef } from 'react';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import {
  undoWriteOff,
  writeOffInvoice,
  writeOffTexts as texts,
} from '#contract/write-offs/endpoints.ts';
import { useMembershipChoice } from '#web/features/payments/use-undo-payment.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';

/** Writes off what is to pay of an invoice, or undoes it. Both ask for the reason. */
export function useWriteOff(invoice: Invoice, onDone: (id: string) => Promise<unknown>) {
  const { id, invoiceNumber, amount, balance, writtenOff, creditNote } = invoice;
  const { memberTypeId, isPaid } = invoice;
  const asPaid = useRef<HTMLInputElement>(null);
  const writing = useAskReason(writeOffInvoice, {
    done: texts.done,
    onDone,
    more: () => ({ amount: balance, asPaid: asPaid.current?.checked === true }),
  });
  const membership = useMembershipChoice();
  const undoing = useAskReason(undoWriteOff, {
    done: texts.undone,
    onDone,
    more: membership.read,
  });

  function ask() {
    writing.ask({
      id,
      title: 'Write off invoice',
      body: (
        <>
          <DefinitionList
            facts={[
              { label: 'Invoice', value: `${invoiceNumber}, ${formatRand(amount)}` },
              { label: 'To write off', value: formatRand(balance) },
            ]}
          />
          <p>{texts.ask}</p>
          {memberTypeId !== null && (
            <CheckboxField ref={asPaid} label={texts.asPaid} hint={texts.asPaidHint} />
          )}
          <p>{texts.reasonHint}</p>
        </>
      ),
      confirm: 'Write off',
    });
  }

  function askUndo() {
    undoing.ask({
      id,
      title: 'Undo write-off',
      body: (
        <>
          <DefinitionList
            facts={[
              { label: 'Invoice', value: `${invoiceNumber}, ${formatRand(amount)}` },
              { label: 'Credit note', value: `${creditNote}, ${formatRand(writtenOff)}` },
            ]}
          />
          <p>{texts.askUndo}</p>
          {memberTypeId !== null && membership.fieldsOf(invoice, { isPaid })}
        </>
      ),
      confirm: 'Undo write-off',
    });
  }

  const dialogs = (
    <>
      {writing.dialog}
      {undoing.dialog}
    </>
  );
  return { ask, askUndo, dialogs };
}
