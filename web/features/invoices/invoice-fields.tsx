import type { FieldErrors, UseFormRegister, UseFormRegisterReturn } from 'react-hook-form';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { invoiceAdminTexts, invoiceForm } from '#contract/invoices/admin-endpoints.ts';
import { type Invoice, offeredPaymentTypes } from '#contract/invoices/endpoints.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import layout from '#web/forms/form-layout.module.css';
import type { Fact } from '#web/ui/definition-list.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { typedAmount } from '#web/ui/fields/read-amount.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import invoicePageStyles from './invoice-page.module.css';

interface Props {
  register: UseFormRegister<TypedInvoice>;
  wrong: FieldErrors<TypedInvoice>;
  /** The current payment type, if any. */
  current?: string;
  /** It had a payment once. */
  isAmountFixed?: boolean;
}

/** The description and the amount. */
export function DescriptionFields({ register, wrong, current, isAmountFixed = false }: Props) {
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
        <AmountField
          label="Amount"
          readOnly={isAmountFixed}
          hint={isAmountFixed && invoiceAdminTexts.amountHadPayment}
          error={wrong.amount?.message}
          {...register('amount')}
        />
        <PaymentTypeField
          current={current}
          error={wrong.paymentType?.message}
          {...register('paymentType')}
        />
      </div>
    </>
  );
}

interface PaymentTypeFieldProps extends UseFormRegisterReturn {
  /** The current payment type, if any. */
  current: string | undefined;
  error: string | undefined;
}

/** Cards are offered only if the organisation takes them. */
export function PaymentTypeField({ current, ...field }: PaymentTypeFieldProps) {
  const offersCard = usePublicSettings()?.offersCard ?? true;
  return (
    <SelectField
      label="Payment Type"
      options={paymentTypeOptions(current, offersCard)}
      {...field}
    />
  );
}

interface PayerFieldsProps {
  register: UseFormRegister<TypedInvoice>;
  wrong: FieldErrors<TypedInvoice>;
}

/** The payer. Autofill is off: it would fill in the administrator's data. */
export function PayerFields({ register, wrong }: PayerFieldsProps) {
  return (
    <>
      <div className={layout.pair}>
        <TextField
          label="First Name"
          autoComplete="off"
          error={wrong.userFirstName?.message}
          {...register('userFirstName')}
        />
        <TextField
          label="Last Name"
          autoComplete="off"
          error={wrong.userLastName?.message}
          {...register('userLastName')}
        />
      </div>
      <EmailField
        label="Email"
        error={wrong.userEmail?.message}
        {...register('userEmail')}
        autoComplete="off"
      />
      <TextareaField
        label="Address"
        optional
        autoComplete="off"
        error={wrong.address?.message}
        {...register('address')}
      />
    </>
  );
}

type Payer = Pick<Invoice, 'memberId' | 'userFirstName' | 'userLastName' | 'userEmail' | 'address'>;

/** The payer on the invoice; a member's name links to the member. */
export function payerFacts(payer: Payer): Fact[] {
  const { memberId, userFirstName, userLastName, userEmail, address } = payer;
  const name = `${userFirstName} ${userLastName}`;
  return [
    {
      label: 'Payer',
      value: memberId === null ? name : <Link to={paths.member(memberId)}>{name}</Link>,
    },
    { label: 'Email', value: <EmailText email={userEmail} /> },
    ...(address === ''
      ? []
      : [{ label: 'Address', value: <span className={invoicePageStyles.lines}>{address}</span> }]),
  ];
}

/** The fields of an invoice for any amount. */
export const typedInvoice = z.extend(invoiceForm, {
  amount: typedAmount(invoiceForm.shape.amount),
});

type TypedInvoice = z.input<typeof typedInvoice>;

/** Only the payment type of a membership invoice can be changed. product-rules 3.12. */
export const typedMembership = z.pick(invoiceForm, { paymentType: true });

export function valuesOf(invoice: Invoice): TypedInvoice {
  const { userFirstName, userLastName, userEmail, address, line, paymentType } = invoice;
  return {
    userFirstName,
    userLastName,
    userEmail,
    address,
    line,
    amount: invoice.amount.toFixed(2),
    paymentType,
  };
}

/**
 * The current type stays available even if it is no longer offered, such as `Pay Pal`. product-rules 6.6, 7.12.
 */
function paymentTypeOptions(current: string | undefined, offersCard: boolean) {
  const all: readonly string[] = offeredPaymentTypes;
  const offered = all.filter((name) => offersCard || name !== 'Credit Card');
  const names =
    current === undefined || offered.includes(current) ? offered : [...offered, current];
  return names.map((name) => ({ value: name, label: name }));
}
