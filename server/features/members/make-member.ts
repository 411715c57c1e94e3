import { randomUUID } from 'node:crypto';
import { dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { register } from '#contract/registration/endpoints.ts';
import type { Context } from '#server/context.ts';
import { statusId } from '#server/features/member-statuses/queries.ts';

export type RegistrationForm = BodyOf<typeof register>;

/** The personal fields of the registration wizard and of the administrators' form. */
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

/** The personal fields as columns of the members table. */
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

/** Creates the user and the member, Pending and without a number. Returns the member's id. */
export async function makeMember(
  { db, at }: Context,
  person: Person & { password_hash: string | null },
): Promise<string> {
  const user_id = randomUUID();
  const names = { first_name: person.firstName, last_name: person.lastName };
  await db
    .insertInto('users')
    .values({
      id: user_id,
      email: person.email,
      ...names,
      phone_number: person.phone,
      role: 'Member',
      password_hash: person.password_hash,
      created_at: at,
    })
    .execute();
  const id = randomUUID();
  await db
    .insertInto('members')
    .values({
      id,
      number: null,
      user_id,
      member_status_id: await statusId(db, statusNames.pending),
      status_set_by: null,
      status_set_at: null,
      deactivated_reason: null,
      archived_at: null,
      created_at: at,
      ...memberColumns(person, at),
    })
    .execute();
  return id;
}
