import * as z from 'zod/mini';
import { day, id } from '#contract/fields.ts';
import { provinces } from '#contract/members/provinces.ts';

/** What to do with a record that is already there. */
export const existingChoices = ['keep', 'fill', 'replace'] as const;

export const shortText = z.string().check(z.maxLength(200));

export const fileSettings = z.object({
  format: z.enum(['csv', 'xlsx']),
  encoding: z.nullable(z.enum(['utf-8', 'utf-16le', 'windows-1252'])),
  separator: z.nullable(z.enum([',', ';', '\t', '|'])),
  sheet: z.nullable(shortText),
  /** From 1. 0: the file has none. */
  headerRow: z.int().check(z.gte(0), z.lte(100)),
});
export type FileSettings = z.output<typeof fileSettings>;

/** A spelling in the file, and the record or the province that it means. */
const spelling = z.object({
  column: shortText,
  spelling: shortText,
  id: z.union([id, z.enum(provinces)]),
});

export const importMapping = z.object({
  /** For each column of the file, the key of what it is, or null: it is not imported. */
  columns: z.array(z.nullable(shortText)).check(z.maxLength(100)),
  spellings: z.array(spelling).check(z.maxLength(500)),
  existing: z.enum(existingChoices),
  /** Years of two digits are read as the question about them says. */
  twoDigitYears: z.optional(z.boolean()),
  /** Since when, and how, those have agreed whose cell says only "Yes". */
  consent: z.optional(z.object({ on: day, source: shortText.check(z.minLength(1)) })),
});
export type ImportMapping = z.output<typeof importMapping>;
