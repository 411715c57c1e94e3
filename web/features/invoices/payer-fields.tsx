import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import layout from '#web/forms/form-layout.module.css';
import type { TypedInvoice } from './invoice-values.ts';

interface Props {
  register: UseFormRegister<TypedInvoice>;
  wrong: FieldErrors<TypedInvoice>;
}

/** Who pays; the administrator's own data would only be in the way. */
export function PayerFields({ register, wrong }: Props) {
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
