import type { UseFormRegisterReturn } from 'react-hook-form';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { paymentTypeOptions } from './invoice-values.ts';

interface Props extends UseFormRegisterReturn {
  /** The payment type that the invoice has, if it has one. */
  current: string | undefined;
  error: string | undefined;
}

/** Where the organisation takes no cards, none is offered. */
export function PaymentTypeField({ current, ...field }: Props) {
  const offersCard = usePublicSettings()?.offersCard ?? true;
  return (
    <SelectField
      label="Payment Type"
      options={paymentTypeOptions(current, offersCard)}
      {...field}
    />
  );
}
