import { useRef, useState } from 'react';
import { dayOf } from '#contract/days.ts';
import { paymentTexts } from '#contract/payments/endpoints.ts';
import {
  bankReferenceLongest,
  methodLabel,
  offeredMethods,
  paymentDetails,
  type PaymentDetails,
  type PaymentMethod,
} from '#contract/payments/payment-details.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './payment-fields.module.css';

const names = ['paidOn', 'paidBy', 'bankReference'] as const;

type Field = (typeof names)[number];

export function isPaymentField(name: string): name is Field {
  return names.some((each) => each === name);
}

/** The fields of a payment that an administrator records. `read` checks them. */
export function usePaymentFields(paidBy: PaymentMethod) {
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => dayOf(new Date()));
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});

  function show(field: Field, message: string | undefined) {
    setErrors((before) => ({ ...before, [field]: message }));
  }

  /** The details, or null after showing and focusing what is wrong. */
  function read(): PaymentDetails | null {
    const typed = new FormData(form.current ?? undefined);
    const checked = paymentDetails.safeParse(Object.fromEntries(typed));
    const wrong = checked.error?.issues[0];
    if (wrong !== undefined) return refuse(wrong.path[0] as Field, wrong.message);
    const { paidOn, ...details } = checked.data ?? {};
    if ((paidOn ?? today) > today) return refuse('paidOn', paymentTexts.paidInFuture);
    // At midnight the server's day may be another one, so today is left to the server.
    return paidOn === today ? details : { ...details, paidOn };
  }

  function refuse(field: Field, message: string): null {
    show(field, message);
    const input = form.current?.elements.namedItem(field);
    if (input instanceof HTMLElement) input.focus();
    return null;
  }

  const fields = { today, paidBy, errors, onChange: (field: Field) => show(field, undefined) };
  return { form, read, refuse, fields };
}

interface Props {
  today: string;
  /** Selected at first. */
  paidBy: PaymentMethod;
  errors: Partial<Record<Field, string>>;
  onChange: (field: Field) => void;
  onDay?: (day: string) => void;
}

export function PaymentFields({ today, paidBy, errors, onChange, onDay }: Props) {
  // Pay Pal is selected if it was chosen.
  const methods = [...new Set<PaymentMethod>([...offeredMethods, paidBy])];
  return (
    <>
      <div className={styles.pair}>
        <TextField
          name="paidOn"
          type="date"
          label="Payment date"
          hint="When the money came."
          defaultValue={today}
          max={today}
          error={errors.paidOn}
          onChange={(event) => {
            onChange('paidOn');
            onDay?.(event.currentTarget.value);
          }}
        />
        <SelectField
          name="paidBy"
          label="Paid by"
          hint="How the money came."
          options={methods.map((method) => ({ value: method, label: methodLabel(method) }))}
          defaultValue={paidBy}
          error={errors.paidBy}
          onChange={() => onChange('paidBy')}
        />
      </div>
      <TextField
        name="bankReference"
        label="Bank reference"
        optional
        hint="As it stands on the bank statement."
        autoComplete="off"
        maxLength={bankReferenceLongest}
        error={errors.bankReference}
        onChange={() => onChange('bankReference')}
      />
    </>
  );
}
