import { dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { register } from '#contract/registration.ts';

export type RegistrationForm = BodyOf<typeof register>;
/** The form, its password already hashed. */
export type Registrant = RegistrationForm & { password_hash: string };

/** What the wizard asks of the person, as the members table holds it. */
export function memberColumns(form: RegistrationForm, at: Date) {
  return {
    member_type_id: form.memberTypeId,
    title: form.title,
    first_name: form.firstName,
    last_name: form.lastName,
    email: form.email,
    phone: form.phone,
    postal_address: form.postalAddress,
    zip_code: form.zipCode,
    signup_date: dayOf(at),
  };
}
