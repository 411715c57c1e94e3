import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import type { register } from '#contract/registration/endpoints.ts';
import type { Context } from '#server/context.ts';
import { violated, type Refused } from '#server/errors.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';

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
  /** In place of the province of the zip code. Left out: as it is. */
  correctedProvince?: string | null | undefined;
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
    ...(person.correctedProvince !== undefined && {
      corrected_province: person.correctedProvince || null,
    }),
    signup_date: dayOf(at),
  };
}

/** Creates the user and the member, Pending and without a number. Returns the fee of the type too. */
export async function makeMember(
  { db, at }: Context,
  person: Person & { password_hash: string | null; invited_at: Date | null },
): Promise<{ id: string; userId: string; feeCents: number | null }> {
  const user = {
    id: randomUUID(),
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName,
    phone_number: person.phone,
    role: 'Member',
    password_hash: person.password_hash,
    invited_at: person.invited_at,
    created_at: at,
  };
  const id = randomUUID();
  const { feeCents } = await db
    .with('user', (query) => query.insertInto('users').values(user))
    .insertInto('members')
    .values({
      id,
      number: null,
      user_id: user.id,
      member_status_id: statusIdOf(statusNames.pending),
      status_set_by: null,
      status_set_at: null,
      deactivated_reason: null,
      archived_at: null,
      created_at: at,
      ...memberColumns(person, at),
    })
    .returning((row) => feeOfType(row).as('feeCents'))
    .executeTakeFirstOrThrow();
  return { id, userId: user.id, feeCents };
}

/** The fee of the inserted or updated member's type, without another query. */
export function feeOfType(member: ExpressionBuilder<Tables, 'members'>) {
  return member
    .selectFrom('member_types')
    .select('fee_cents')
    .whereRef('member_types.id', '=', 'members.member_type_id');
}

/** Throws `noType` if the member type is unknown or was just deleted. The foreign keys check it. */
export async function withMissingTypeError<T>(
  noType: () => Refused,
  effect: () => Promise<T>,
): Promise<T> {
  try {
    return await effect();
  } catch (error) {
    throw violated(error)?.endsWith('_member_type_id_fkey') ? noType() : error;
  }
}
