import * as z from 'zod/mini';
import { type Day, dayOf, isDay } from '#contract/days.ts';
import { mostRelatives, oldestRelative } from '#contract/limits.ts';
import { relativeForm, relativeTexts } from '#contract/relatives.ts';

/** A relative as it is typed; a day that is left out is `''`. */
export type TypedRelative = Record<keyof typeof relativeForm.shape, string>;

export const noRelative: TypedRelative = {
  firstName: '',
  lastName: '',
  email: '',
  dateOfBirth: '',
};

export function isBlank(relative: TypedRelative): boolean {
  return Object.values<string>(relative).every((text) => text.trim() === '');
}

type RelativesForm = z.ZodMiniType<
  { relatives: z.output<typeof relativeForm>[] },
  { relatives: TypedRelative[] }
>;

/** The contract's rules and those that need to know what day it is. Rules §5. */
export function relativesForm(today = dayOf(new Date())): RelativesForm {
  const dateOfBirth = relativeForm.shape.dateOfBirth.check(
    z.refine((born) => !born || born <= today, relativeTexts.notBorn),
    z.refine((born) => !born || !isTooOld(born, today), relativeTexts.tooOld),
  );
  const form: z.ZodMiniType = z.object({
    relatives: z
      .array(z.extend(relativeForm, { dateOfBirth }))
      .check(z.maxLength(mostRelatives, relativeTexts.tooMany)),
  });
  // The wire may leave a day out; an input never does.
  return form as RelativesForm;
}

/** At the 19th birthday a relative ages out. */
export function isTooOld(dateOfBirth: Day, today: Day): boolean {
  return isDay(dateOfBirth) && birthday(dateOfBirth, oldestRelative + 1) <= today;
}

/** Someone born on 29 February has it on the 28th in other years. */
function birthday(dateOfBirth: Day, age: number): Day {
  const year = String(Number(dateOfBirth.slice(0, 4)) + age).padStart(4, '0');
  const day = `${year}${dateOfBirth.slice(4)}`;
  return isDay(day) ? day : `${year}-02-28`;
}
