import * as z from 'zod/mini';
import { password, passwordsDiffer } from '#contract/passwords.ts';
import { type User, userForm } from '#contract/users.ts';

export type TypedUser = z.input<typeof userForm>;

/** An administrator who is entered has a password as well, typed twice. */
export const newUserForm = z
  .object({ ...userForm.shape, password, confirmPassword: z.string() })
  .check(
    z.refine((typed) => typed.password === typed.confirmPassword, {
      error: passwordsDiffer,
      path: ['confirmPassword'],
      // Said together with what else is wrong, not one round later.
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
  password: '',
  confirmPassword: '',
};

export function valuesOf({ firstName, lastName, email, phoneNumber }: User): TypedUser {
  return { firstName, lastName, email, phoneNumber };
}
