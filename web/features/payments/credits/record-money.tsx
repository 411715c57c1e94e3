import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { creditTexts, recordMoney } from '#contract/payments/credits.ts';
import { positiveMoney } from '#contract/payments/payment-details.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { typedAmount } from '#web/ui/fields/read-amount.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { FieldsDialog } from '#web/forms/fields-dialog.tsx';
import { PaymentFields, usePaymentFields } from '../payment-fields.tsx';

const form = z.extend(recordMoney.body, { amount: typedAmount(positiveMoney) });

/** For money that nobody can assign yet. */
export function RecordMoney() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button needs="money.write" onClick={() => setOpen(true)}>
        Record money
      </Button>
      {isOpen && <MoneyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function MoneyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const notify = useNotify();
  const { send, busy } = useCall(recordMoney);
  const { fields } = usePaymentFields('EFT');
  const owedBefore = useRef<HTMLInputElement>(null);
  return (
    <FieldsDialog
      title="Record money"
      explained="For money without an invoice or a donation. It becomes a credit."
      confirm="Record the money"
      busy={busy}
      schema={form}
      onClose={onClose}
      onConfirm={async (body) => {
        const outcome = await send({
          body: { ...body, reportedElsewhere: owedBefore.current?.checked === true },
        });
        if (!outcome.ok) return outcome.error;
        notify.success(creditTexts.recorded);
        onClose();
        await client.invalidateQueries({ queryKey: ['credits'] });
        return null;
      }}
      renderFields={(problems) => (
        <>
          <TextField
            name="payerName"
            label="From"
            hint="As far as you know who sent it."
            error={problems['payerName']}
          />
          <AmountField name="amount" label="Amount" error={problems['amount']} />
          <PaymentFields {...fields} errors={problems} />
          <CheckboxField
            ref={owedBefore}
            label={creditTexts.owedBefore}
            hint={creditTexts.owedBeforeHint}
          />
        </>
      )}
    />
  );
}
