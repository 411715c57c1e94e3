import * as z from 'zod/mini';
import { type Day, dayOf, isDay } from '#contract/days.ts';
import { mostRelatives, oldestRelative } from '#contract/limits.ts';
import { relativeForm, relativeTexts } from '#contract/members/relatives.ts';

/** A relative in a form; a missing date is `''`. */
export interface TypedRelative {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  hasConsent: boolean;
}

export const noRelative: TypedRelative = {
  firstName: '',
  lastName: '',
  email: '',
  dateOfBirth: '',
  hasConsent: false,
};

export function isBlank({ hasConsent: _ticked, ...texts }: TypedRelative): boolean {
  return Object.values<string>(texts).every((text) => text.trim() === '');
}

type RelativesForm = z.ZodMiniType<
  { relatives: z.output<typeof relativeForm>[] },
  { relatives: TypedRelative[] }
>;

/** The contract's rules, plus those that depend on today's date. product-rules 5.19. */
export function relativesForm(today = dayOf(new Date())): RelativesForm {
  const form: z.ZodMiniType = z.object({ relatives: relativeRows(relativeForm, today) });
  // The contract allows no date; an input always has a value.
  return form as RelativesForm;
}

type RelativeShape = z.ZodMiniObject<(typeof relativeForm)['shape']>;
type Born = (dateOfBirth: string, row: unknown) => boolean;

/** The list of relatives. A stored relative (`isKnown`) may stay at any age. */
export function relativeRows<Row extends RelativeShape>(
  row: Row,
  today: Day,
  isKnown: Born = () => false,
) {
  // Checked together with the other fields, not after them.
  const rule = (holds: Born, error: string) =>
    z.refine<{ dateOfBirth?: string | null }>(
      (row) => !row.dateOfBirth || holds(row.dateOfBirth, row),
      { error, path: ['dateOfBirth'], when: () => true },
    );
  return z
    .array(
      row.check(
        rule((born) => born <= today, relativeTexts.notBorn),
        rule((born, row) => isKnown(born, row) || !isTooOld(born, today), relativeTexts.tooOld),
      ),
    )
    .check(z.maxLength(mostRelatives, relativeTexts.tooMany));
}

/** Relatives are covered until their 19th birthday. */
export function isTooOld(dateOfBirth: Day, today: Day): boolean {
  return isDay(dateOfBirth) && birthday(dateOfBirth, oldestRelative + 1) <= today;
}

/** A birthday on 29 February is on the 28th in other years. */
function birthday(dateOfBirth: Day, age: number): Day {
  const year = String(Number(dateOfBirth.slice(0, 4)) + age).padStart(4, '0');
  const day = `${year}${dateOfBirth.slice(4)}`;
  return isDay(day) ? day : `${year}-02-28`;
}
