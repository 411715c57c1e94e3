import type { ReactNode } from 'react';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx';
import layout from '#web/forms/form-layout.module.css';
import type { TypedUser } from './user-values.ts';

interface Props {
  field: (name: keyof TypedUser) => Omit<TextFieldProps, 'label'>;
  emailHint?: ReactNode;
}

/** Who it is; the administrator's own data would only be in the way. */
export function UserFields({ field, emailHint }: Props) {
  return (
    <>
      <div className={layout.pair}>
        <TextField label="First Name" autoComplete="off" {...field('firstName')} />
        <TextField label="Last Name" autoComplete="off" {...field('lastName')} />
      </div>
      <EmailField label="Email" hint={emailHint} {...field('email')} autoComplete="off" />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        optional
        {...field('phoneNumber')}
      />
    </>
  );
}
