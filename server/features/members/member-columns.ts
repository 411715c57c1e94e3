import { dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { register } from '#contract/registration/endpoints.ts';

export type RegistrationForm = BodyOf<typeof register>;

/** What the wizard asks of the person, and an administrator who enters one. */
export interface Person {
  memberTypeId: string;
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  postalAddress: string;
  zipCode: string;
}

/** The person as the members table holds it. */
export function memberColumns(person: Person, at: Date) {
  return {
    member_type_id: person.memberTypeId,
    title: person.title,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    postal_address: person.postalAddress,
    zip_code: person.zipCode,
    signup_date: dayOf(at),
  };
}
