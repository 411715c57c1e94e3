import { useState } from 'react';
import { formatDay, formatInstant } from '#contract/days.ts';
import { invoiceAdminTexts, voidInvoice } from '#contract/invoices/admin-endpoints.ts';
import { referenceLabel } from '#contract/invoices/bank-details.ts';
import { type Invoice, isOpen } from '#contract/invoices/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { paymentAdminTexts, undoInvoicePayment } from '#contract/payments/admin-endpoints.ts';
import { paidByInWords } from '#contract/payments/payment-details.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import { PaymentReference } from '#web/features/payments/payment-reference.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useWriteOff } from '#web/features/write-offs/use-write-off.tsx';
import { useLinkedPayment } from '#web/app/router/use-linked-payment.ts';
import { useUndoPayment } from '#web/features/payments/use-undo-payment.tsx';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import type { ReadAgain } from '#web/forms/use-record-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList, type Fact } from '#web/ui/definition-list.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import styles from './invoice-page.module.css';
import { isSendable } from './invoice-permissions.ts';
import {
  type ActionCallbacks,
  useInvoicePdf,
  useProcessInvoice,
  useSendInvoice,
} from './use-invoice-actions.tsx';

interface Props {
  invoice: Invoice;
  /** The form has unsaved changes, so sending or paying would use other values. */
  isChanged: boolean;
  /** No mail server has taken its emails. */
  isKept: boolean;
  mayUndo: boolean;
  /** Those that pay it. */
  payments: readonly RecordedPayment[];
  readAgain: ReadAgain;
}

/** The invoice's status, and the actions that it allows. */
export function InvoiceStatusCard(props: Props) {
  const { invoice, isChanged, isKept, mayUndo, payments, readAgain } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const callbacks = { onRefused: setProblem, onDone: readAgain };
  const paying = useProcessInvoice(invoice, callbacks);
  const sending = useSendInvoice(callbacks);
  const reading = useInvoicePdf(callbacks);
  const taking = useVoidOrUndo(callbacks);
  const writingOff = useWriteOff(invoice, readAgain);
  useLinkedPayment(paying.ask);
  const { state, sentUtc, isPaid } = invoice;
  const isUnsent = isOpen(state) && sentUtc === null;
  return (
    <Card>
      <CheckboxField label="Is Paid" checked={isPaid} disabled readOnly />
      <DefinitionList facts={factsOf(invoice, isKept)} />
      {isUnsent && <p className={styles.notSent}>{invoiceAdminTexts.notSentYet}</p>}
      <div className={styles.buttons}>
        {isSendable(invoice) && (
          <Button
            kind={isUnsent ? 'primary' : 'secondary'}
            busy={sending.busy}
            off={isChanged}
            needs="members.write"
            onClick={() => void sending.askAndSend(invoice)}
          >
            {sentUtc === null ? 'Send' : 'Send again'}
          </Button>
        )}
        {isOpen(state) && (
          <Button
            kind={isUnsent ? 'secondary' : 'primary'}
            busy={paying.busy}
            off={isChanged}
            needs="money.write"
            onClick={paying.ask}
          >
            Process Payment
          </Button>
        )}
        <Button busy={reading.busy} onClick={() => void reading.open(invoice)}>
          PDF
        </Button>
        {isOpen(state) && (
          <Button off={isChanged} needs="money.write" onClick={() => taking.askAndVoid(invoice)}>
            Void
          </Button>
        )}
        {isOpen(state) && (
          <Button off={isChanged} needs="money.write" onClick={writingOff.ask}>
            Write off
          </Button>
        )}
        {state === 'writtenOff' && (
          <Button needs="money.write" onClick={writingOff.askUndo}>
            Undo write-off
          </Button>
        )}
        {mayUndo && (state === 'paid' || hasParts(invoice)) && (
          <Button needs="payments.record" onClick={() => taking.askAndUndo(invoice, payments)}>
            Undo payment
          </Button>
        )}
      </div>
      {isChanged && <p className={styles.hint}>{invoiceAdminTexts.saveFirst}</p>}
      <FormProblem message={problem} />
      {paying.dialog}
      {taking.dialogs}
      {writingOff.dialogs}
    </Card>
  );
}

function factsOf(invoice: Invoice, isKept: boolean): Fact[] {
  const { amount, paymentReference, createdUtc, sentUtc, paidOn, bankReference, voidReason } =
    invoice;
  const { writtenOff, creditNote, writeOffReason } = invoice;
  return [
    { label: 'Amount', value: formatRand(amount) },
    ...(hasParts(invoice)
      ? [
          { label: 'Paid so far', value: formatRand(amount - invoice.balance) },
          { label: 'Still to pay', value: formatRand(invoice.balance) },
        ]
      : []),
    { label: referenceLabel, value: <PaymentReference value={paymentReference} /> },
    { label: 'Created', value: formatInstant(createdUtc) },
    {
      label: sentUtc !== null && isKept ? 'Kept here since' : 'Sent',
      value: sentUtc === null ? 'Not sent' : formatInstant(sentUtc),
    },
    ...(paidOn === null
      ? []
      : [
          { label: 'Paid on', value: formatDay(paidOn) },
          { label: 'Paid by', value: paidByInWords(invoice) },
        ]),
    ...(bankReference === null ? [] : [{ label: 'Bank reference', value: bankReference }]),
    ...(creditNote === null
      ? []
      : [
          { label: 'Written off', value: formatRand(writtenOff) },
          { label: 'Credit note', value: creditNote },
          { label: 'Reason for the write-off', value: writeOffReason ?? '' },
        ]),
    ...(voidReason === null ? [] : [{ label: 'Reason for voiding', value: voidReason }]),
  ];
}

/** A part of it is paid. */
function hasParts({ state, amount, balance }: Invoice): boolean {
  return isOpen(state) && balance < amount;
}

/** Voids an invoice or undoes its payment; both ask for the reason. */
function useVoidOrUndo({ onDone }: Pick<ActionCallbacks, 'onDone'>) {
  const voiding = useAskReason(voidInvoice, { done: invoiceAdminTexts.voided, onDone });
  const undoing = useUndoPayment(undoInvoicePayment, onDone);

  function askAndVoid(invoice: Invoice) {
    voiding.ask({
      id: invoice.id,
      title: 'Void invoice',
      body: (
        <Question
          invoice={invoice}
          fact={{ label: 'Amount', value: formatRand(invoice.amount) }}
          sentences={[invoiceAdminTexts.askVoid]}
        />
      ),
      confirm: 'Void invoice',
    });
  }

  function askAndUndo(invoice: Invoice, payments: readonly RecordedPayment[]) {
    const { askUndoInvoice, byCard, fromBank } = paymentAdminTexts;
    const first = { payfast: [byCard], bank: [fromBank], administrator: [], credit: [] };
    const { id, memberTypeId, isPaid } = invoice;
    const isPaidMembership = memberTypeId !== null && isPaid;
    const sentences = [...first[invoice.paymentSource ?? 'administrator'], askUndoInvoice];
    undoing.ask({
      id,
      title: 'Undo payment',
      body: (problems) => (
        <>
          <Question invoice={invoice} fact={paidFact(invoice, payments)} sentences={sentences} />
          {undoing.whereIsIt(problems)}
          {isPaidMembership && undoing.membershipOf(invoice)}
        </>
      ),
      confirm: 'Undo payment',
    });
  }

  const dialogs = (
    <>
      {voiding.dialog}
      {undoing.dialog}
    </>
  );
  return { askAndVoid, askAndUndo, dialogs };
}

/** The payments that an undo takes back. Without them, what has come. */
function paidFact({ amount, balance }: Invoice, payments: readonly RecordedPayment[]): Fact {
  const amounts = payments.map((payment) => formatRand(payment.amount));
  return {
    label: amounts.length > 1 ? 'Payments' : 'Payment',
    value: amounts.join(' and ') || formatRand(amount - balance),
  };
}

interface QuestionProps {
  invoice: Invoice;
  /** What it is about. */
  fact: Fact;
  sentences: readonly string[];
}

function Question({ invoice, fact, sentences }: QuestionProps) {
  const { invoiceNumber, userFirstName, userLastName } = invoice;
  return (
    <>
      <DefinitionList
        facts={[
          { label: 'Invoice number', value: invoiceNumber },
          { label: 'Payer', value: `${userFirstName} ${userLastName}` },
          fact,
        ]}
      />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  );
}
