import * as z from 'zod/mini';
import { isDay } from './days.ts';
import { largestAmount } from './limits.ts';

/** The id that counts as "nothing chosen". product-rules 1.15. */
export const emptyId = '00000000-0000-0000-0000-000000000000';

const emailShape = /^[^\s@,;:<>()[\]\\"]+@(localhost|[^\s@,;:<>()[\]\\"]+\.[^\s@,;:<>()[\]\\".]+)$/;

/** PostgreSQL cannot store NUL or lone surrogates. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

const storable = z.refine<string>(
  isStorable,
  'This text contains characters that cannot be stored.',
);
/** Names and addresses are used in mail headers: one line, without control characters. */
const oneLine = z.refine<string>((text) => !/\p{Cc}/u.test(text), 'This text must be on one line.');
const atMost = (length: number) => z.maxLength(length, `Please use at most ${length} characters.`);

export function optionalText(longest = 200) {
  return z.string('This must be text.').check(z.trim(), atMost(longest), storable, oneLine);
}

export function requiredText(missing: string, longest = 200) {
  return z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), atMost(longest), storable, oneLine);
}

/** Mail programs would make a link of it, in a mail that the organisation sends. product-rules 8.11. */
const link =
  /:\/\/|:\\\\|www\.|\w\.[a-z]{2,}\/|\w\.(com|net|org|info|biz|co|za|io|app|xyz|top|site|online|shop|link|click|ru|cn)\b/i;
const noLink = z.refine<string>(
  // Wide letters, too: mail programs read them as the plain ones.
  (text) => !link.test(text.normalize('NFKC')),
  'Please enter a name without a web address.',
);

/** A name of a person. Mails greet with it. */
export function personName(missing: string) {
  return requiredText(missing, 100).check(noLink);
}

export function optionalLines(longest = 1000) {
  return z.string('This must be text.').check(z.trim(), atMost(longest), storable);
}

export function requiredLines(missing: string, longest = 1000) {
  return z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(longest), storable);
}

export function email(
  missing = 'Email is required.',
  wrong = 'Please enter a valid email address.',
) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, missing),
      atMost(254),
      storable,
      z.regex(emailShape, wrong),
    );
}

/** In small letters, as the database answers it: code compares ids as text. */
export const id = z.guid("The parameter 'id' must be a valid id.").check(z.toLowerCase());
/** Whether the database would take the text for an id. */
export function isId(text: string): boolean {
  return id.safeParse(text).success;
}

export const idParams = z.object({ id });

/** A choice by id. No value and the empty id both mean "not chosen". */
export function chosenId(missing: string) {
  return z.guid(missing).check(
    z.toLowerCase(),
    z.refine((value) => value !== emptyId, missing),
  );
}

export const day = z
  .string('Please enter a date.')
  .check(z.refine(isDay, 'Please enter a valid date.'));

const noSmallerThanCents = z.refine<number>(
  (rand) => Math.abs(rand * 100 - Math.round(rand * 100)) < 1e-6,
  'Please use at most two decimals.',
);

/** Rand with at most two decimals. product-rules 1.18. */
export const money = z
  .number('Please enter an amount.')
  .check(
    z.gte(0, 'Please enter an amount that is not negative.'),
    z.lte(largestAmount, `Please enter at most R${largestAmount}.`),
    noSmallerThanCents,
  );

/** It can be below zero. */
export const balance = z
  .number('Please enter an amount.')
  .check(
    z.gte(-largestAmount, `Please enter at least -R${largestAmount}.`),
    z.lte(largestAmount, `Please enter at most R${largestAmount}.`),
    noSmallerThanCents,
  );

export const titles = ['Mr', 'Mrs', 'Ms', 'Miss', 'Dr', 'Prof'] as const;
export const title = z.enum(titles, 'Title is required.');
