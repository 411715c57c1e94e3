import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import type { PersonValues } from './plan.ts';

interface Change {
  memberId: string;
  userId: string;
  values: PersonValues;
}

/** Sets these fields of a member, and those that the sign-in repeats. */
export async function setPerson({ db }: Context, { memberId, userId, values }: Change) {
  const { title, firstName, lastName, phone, postalAddress, zipCode, province } = values;
  const names = {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
  };
  const ofMember = {
    ...names,
    ...(title !== undefined && { title }),
    ...(phone !== undefined && { phone }),
    ...(postalAddress !== undefined && { postal_address: postalAddress }),
    ...(zipCode !== undefined && { zip_code: zipCode }),
    ...(province !== undefined && {
      corrected_province: correctionOf(province, zipCode),
    }),
  };
  const ofUser = { ...names, ...(phone !== undefined && { phone_number: phone }) };
  if (Object.keys(ofMember).length > 0) {
    await db.updateTable('members').set(ofMember).where('id', '=', memberId).execute();
  }
  if (Object.keys(ofUser).length > 0) {
    await db.updateTable('users').set(ofUser).where('id', '=', userId).execute();
  }
}

/** What the zip code says needs no correction. `zipCode`: the new one. */
export function correctionOf(province: string, zipCode: string | undefined) {
  const code = zipCode === undefined ? sql.ref('zip_code') : sql`${zipCode}::text`;
  return sql<string | null>`nullif(nullif(${province}::text, ''), province_of(${code}))`;
}
