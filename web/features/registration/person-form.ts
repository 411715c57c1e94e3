import * as z from 'zod/mini';
import { passwordsDiffer } from '#contract/auth/passwords.ts';
import { registrationPerson } from '#contract/registration/endpoints.ts';

export type PersonField = keyof typeof registrationPerson;
/** The values of step 1. */
export type TypedPerson = Record<PersonField, string>;

export const nobody: TypedPerson = {
  memberTypeId: '',
  title: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  postalAddress: '',
  zipCode: '',
  password: '',
  confirmPassword: '',
};

/** The contract's rules of step 1; passwords are compared even if other fields are invalid. */
const checked = z.object(registrationPerson).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: passwordsDiffer,
    path: ['confirmPassword'],
    when: () => true,
  }),
);
export type Person = z.output<typeof checked>;
export const personForm: z.ZodMiniType<Person, TypedPerson> = checked;

const {
  password: _password,
  confirmPassword: _confirmPassword,
  ...withoutPasswords
} = registrationPerson;

/** Step 1 without the passwords, which a reload clears. */
export const personWithoutPasswords = z.object(withoutPasswords);

/** The email as it is sent; undefined if it is invalid. */
export function emailIn(text: string): string | undefined {
  return registrationPerson.email.safeParse(text).data;
}
