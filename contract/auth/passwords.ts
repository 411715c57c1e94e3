import * as z from 'zod/mini';
import { passwordLongest, passwordShortest } from '#contract/limits.ts';

export const passwordRequired = 'Password is required.';
export const passwordsDiffer = 'Passwords do not match.';
/** product-rules 4.19. */
export const commonPassword =
  'This password is one of the most common ones and easy to guess. Please choose another one.';

/** In the order of product-rules 15.2. */
export const passwordRules: readonly {
  words: string;
  short: string;
  holds: (text: string) => boolean;
}[] = [
  {
    words: 'Password must be at least 6 characters long.',
    short: 'At least 6 characters',
    holds: (text) => text.length >= passwordShortest,
  },
  {
    words: 'Password must contain at least one uppercase letter.',
    short: 'One uppercase letter',
    holds: (text) => /\p{Lu}/u.test(text),
  },
  {
    words: 'Password must contain at least one lowercase letter.',
    short: 'One lowercase letter',
    holds: (text) => /\p{Ll}/u.test(text),
  },
  {
    words: 'Password must contain at least one digit.',
    short: 'One digit',
    holds: (text) => /\d/.test(text),
  },
];

export const password = z.string(passwordRequired).check(
  z.minLength(1, passwordRequired),
  ...passwordRules.map((rule) => z.refine<string>(rule.holds, { error: rule.words, abort: true })),
  z.maxLength(passwordLongest, `Please use at most ${passwordLongest} characters.`),
  z.refine((text) => text.isWellFormed(), 'This password cannot be used.'),
);
