import * as z from 'zod/mini';
import { passwordsDiffer } from '#contract/passwords.ts';
import { registrationPerson } from '#contract/registration.ts';

export type PersonField = keyof typeof registrationPerson;
/** Step 1 as it is typed. */
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

/** The contract's step 1, which also compares the passwords while other fields are wrong. */
const checked = z.object(registrationPerson).check(
  z.refine(({ password, confirmPassword }) => password === confirmPassword, {
    error: passwordsDiffer,
    path: ['confirmPassword'],
    when: () => true,
  }),
);
export type Person = z.output<typeof checked>;
export const personForm: z.ZodMiniType<Person, TypedPerson> = checked;

const { password: _password, confirmPassword: _confirmPassword, ...known } = registrationPerson;

/** Step 1 but for the passwords, which no reload survives. */
export const personKept = z.object(known);
