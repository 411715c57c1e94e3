import { relativeRefusals } from '#contract/members/relative-notes.ts';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { dayOf } from '#contract/days.ts';
import { mostRelatives, oldestRelative } from '#contract/limits.ts';
import { relativeTexts, type relativeForm } from '#contract/members/relatives.ts';
import { badField } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { addMonths } from '#contract/calendar.ts';
import { consentAt } from './parental-consent.ts';

export type RelativeForm = z.output<typeof relativeForm>;

/** Only a family type has relatives: at most four, aged up to 18 if known. product-rules 5.17, 5.19. */
export function assertValidRelatives(relatives: RelativeForm[], isFamily: boolean, at: Date): void {
  if (relatives.length > 0 && !isFamily) throw badField('relatives', relativeRefusals.familyOnly);
  if (relatives.length > mostRelatives) throw badField('relatives', relativeTexts.tooMany);
  for (const [index, { dateOfBirth }] of relatives.entries()) {
    assertValidBirthDate(dateOfBirth, at, `relatives.${index}.dateOfBirth`);
  }
}

export function assertValidBirthDate(
  dateOfBirth: string | null | undefined,
  at: Date,
  field = 'dateOfBirth',
): void {
  if (!dateOfBirth) return;
  if (isTooOld(dateOfBirth, at)) throw badField(field, relativeTexts.tooOld);
  if (dateOfBirth > dayOf(at)) throw badField(field, relativeTexts.notBorn);
}

/** A relative ages out on the 19th birthday. */
export function isTooOld(dateOfBirth: string, at: Date): boolean {
  return addMonths(dateOfBirth, (oldestRelative + 1) * 12) <= dayOf(at);
}

export async function addRelatives(
  { db, at }: Context,
  memberId: string,
  relatives: RelativeForm[],
): Promise<void> {
  if (relatives.length === 0) return;
  const rows = relatives.map((relative, index) => ({
    id: randomUUID(),
    main_member_id: memberId,
    seat: index + 1,
    first_name: relative.firstName,
    last_name: relative.lastName,
    email: relative.email,
    date_of_birth: relative.dateOfBirth || null,
    created_at: at,
    ...consentAt(relative.hasConsent, at, 'registration'),
  }));
  await db.insertInto('member_relatives').values(rows).execute();
}
