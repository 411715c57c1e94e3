import { useState } from 'react';
import { Link } from 'react-router';
import { dayOf, formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { correctPayment, paymentAdminTexts as texts } from '#contract/payments/admin-endpoints.ts';
import {
  bankReferenceLongest,
  methodLabel,
  offeredMethods,
  type PaymentMethod,
} from '#contract/payments/payment-details.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import { paths } from '#web/app/paths.ts';
import { useCall } from '#web/api/use-call.ts';
import { type FieldProblems, FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import fieldStyles from '../payment-fields.module.css';

interface Props {
  payment: RecordedPayment;
  onClose: () => void;
  onCorrected: () => Promise<unknown>;
}

export function CorrectDialog({ payment, onClose, onCorrected }: Props) {
  const notify = useNotify();
  const { send, busy } = useCall(correctPayment);
  const { id, amount, paidOn, method, bankReference, bankLineId } = payment;
  const isOnStatement = bankLineId !== null;
  return (
    <FieldsDialog
      title="Correct payment"
      explained={isOnStatement ? texts.correctedByLine : texts.askCorrect}
      facts={[
        { label: 'Amount', value: formatRand(amount) },
        ...(isOnStatement
          ? [
              { label: 'Payment date', value: formatDay(paidOn) },
              { label: 'Paid by', value: methodLabel(method) },
            ]
          : []),
      ]}
      confirm="Correct payment"
      busy={busy}
      changesOnly
      schema={correctPayment.body}
      onClose={onClose}
      onConfirm={async (body) => {
        const outcome = await send({ params: { id }, body });
        if (!outcome.ok) return outcome.error;
        onClose();
        notify.success(texts.corrected);
        await onCorrected();
        return null;
      }}
      renderFields={(problems) => (
        <>
          <p>
            {texts.correctInstead} <UndoLink payment={payment} onFollow={onClose} />
          </p>
          {isOnStatement ? (
            <>
              <input type="hidden" name="paidOn" value={paidOn} />
              <input type="hidden" name="paidBy" value={method} />
            </>
          ) : (
            <DayAndMethod payment={payment} problems={problems} />
          )}
          <TextField
            name="bankReference"
            label="Bank reference"
            optional
            autoComplete="off"
            defaultValue={bankReference ?? ''}
            maxLength={bankReferenceLongest}
            error={problems['bankReference']}
          />
          <TextareaField name="reason" label="Reason" maxLength={500} error={problems['reason']} />
        </>
      )}
    />
  );
}

/** A donation is undone on its own page, where this dialog is. */
function UndoLink({ payment, onFollow }: { payment: RecordedPayment; onFollow: () => void }) {
  const { state, invoiceId, invoiceNumber } = payment;
  if (state === 'credit') {
    return (
      <Link to={paths.credits()} onClick={onFollow}>
        {texts.undoAtCredits}
      </Link>
    );
  }
  if (invoiceId === null) return null;
  return (
    <Link to={paths.invoice(invoiceId)} onClick={onFollow}>
      {texts.undoAtInvoice(invoiceNumber ?? '')}
    </Link>
  );
}

function DayAndMethod({
  payment: { paidOn, method },
  problems,
}: {
  payment: RecordedPayment;
  problems: FieldProblems;
}) {
  const [today] = useState(() => dayOf(new Date()));
  // Pay Pal is selected if it was chosen.
  const methods = [...new Set<PaymentMethod>([...offeredMethods, method])];
  return (
    <div className={fieldStyles.pair}>
      <TextField
        name="paidOn"
        type="date"
        label="Payment date"
        defaultValue={paidOn}
        max={today}
        error={problems['paidOn']}
      />
      <SelectField
        name="paidBy"
        label="Paid by"
        options={methods.map((value) => ({ value, label: methodLabel(value) }))}
        defaultValue={method}
        error={problems['paidBy']}
      />
    </div>
  );
}
