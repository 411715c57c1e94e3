import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { password, passwordsDiffer } from '#contract/auth/passwords.ts';
import { staffRolesOf } from '#contract/roles.ts';
import { type User, userForm } from '#contract/users/endpoints.ts';
import layout from '#web/forms/form-layout.module.css';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField, type TextFieldProps } from '#web/ui/fields/text-field.tsx';

interface Props {
  field: (name: keyof TypedUser) => Omit<TextFieldProps, 'label'>;
  emailHint?: ReactNode;
}

/** Name and email. Autofill is off: it would fill in the administrator's data. */
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

type TypedUser = z.input<typeof userForm>;

/** A new administrator also has a password, typed twice. */
export const newUserForm = z
  .object({ ...userForm.shape, password, confirmPassword: z.string() })
  .check(
    z.refine((typed) => typed.password === typed.confirmPassword, {
      error: passwordsDiffer,
      path: ['confirmPassword'],
      // Checked together with the other fields, not after them.
      when: () => true,
    }),
  );

export type TypedNewUser = z.input<typeof newUserForm>;

export type NewUser = z.output<typeof newUserForm>;

export const nobody: TypedNewUser = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  roles: [],
  password: '',
  confirmPassword: '',
};

export function valuesOf({ firstName, lastName, email, phoneNumber, roles }: User): TypedUser {
  return { firstName, lastName, email, phoneNumber, roles: staffRolesOf(roles) };
}
