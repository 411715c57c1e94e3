import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import layout from '#web/forms/form-layout.module.css';
import type { TypedInvoice } from './invoice-values.ts';
import { PaymentTypeField } from './payment-type-field.tsx';

interface Props {
  register: UseFormRegister<TypedInvoice>;
  wrong: FieldErrors<TypedInvoice>;
  /** The payment type that it has, if it has one. */
  current?: string;
}

/** What the invoice is for, and how much. */
export function MatterFields({ register, wrong, current }: Props) {
  return (
    <>
      <TextField
        label="For"
        hint="The line on the invoice, such as “Two caps” or “Guided walk, 12 May”."
        autoComplete="off"
        error={wrong.line?.message}
        {...register('line')}
      />
      <div className={layout.pair}>
        <AmountField label="Amount" error={wrong.amount?.message} {...register('amount')} />
        <PaymentTypeField
          current={current}
          error={wrong.paymentType?.message}
          {...register('paymentType')}
        />
      </div>
    </>
  );
}
