import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, isId } from '#contract/fields.ts';
import { membershipNumber } from '#contract/numbers.ts';

export const duplicateReasons = ['email', 'phone', 'name', 'place', 'zip', 'shortName'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

export const duplicateTexts = {
  title: 'Possible Duplicates',
  intro: 'These members may be the same person.',
  next: 'Compare them, then merge the two records, or say that they are not duplicates.',
  none: 'No possible duplicates.',
  failed: 'The possible duplicates could not be loaded. Please try again.',
  more: 'Show more',
  merge: 'Merge…',
  dismiss: 'Not a duplicate',
  dismissed: 'Noted. The two are listed again only if the details that they share change.',
  archived: 'Only current members are compared and merged. Restore an archived member first.',
  sameMember: 'Choose two different members.',
  byNumber: 'Other members',
  byNumberHint:
    'If you know that two members are one person although they share no detail, enter their membership numbers.',
  firstNumber: 'First membership number',
  secondNumber: 'Second membership number',
  noNumber: 'Please enter a membership number, such as 00042.',
  noSuchNumber: (number: string) => `No current member has the number ${number}.`,
  compare: 'Compare',
} as const;

export const reasonWords: Readonly<Record<DuplicateReason, string>> = {
  email: 'Same email',
  phone: 'Same phone number',
  name: 'Same name',
  place: 'Same address',
  zip: 'Same zip code',
  shortName: 'First name may be a short form',
};

export const strengthWords: Readonly<Record<number, string>> = {
  3: 'Very likely',
  2: 'Likely',
  1: 'Possible',
};

const number = z.string(duplicateTexts.noNumber).check(
  z.trim(),
  z.regex(/^\d{1,9}$/, duplicateTexts.noNumber),
  z.overwrite((text) => membershipNumber(Number(text))),
);

/** The form for two members who are in no pair. */
export const mergeNumbers = z.object({ first: number, second: number }).check(
  z.refine(({ first, second }) => first !== second, {
    error: duplicateTexts.sameMember,
    path: ['second'],
  }),
);

const twin = z.object({
  id,
  name: z.string(),
  membershipNumber: z.nullable(z.string()),
  email: z.string(),
  phone: z.string(),
  memberTypeName: z.string(),
  memberStatusName: z.string(),
});
export type Twin = z.output<typeof twin>;

const duplicatePair = z.object({
  /** The record that a merge would keep. */
  first: twin,
  second: twin,
  /** 3 very likely, 2 likely, 1 possible. */
  strength: z.int(),
  reasons: z.array(z.enum(duplicateReasons)),
});
export type DuplicatePair = z.output<typeof duplicatePair>;

/** Where the next page starts: the strength and the ids of the last pair. */
const after = z.string().check(
  z.refine((text) => {
    const [strength = '', ...ids] = text.split('.');
    return /^[1-3]$/.test(strength) && ids.length === 2 && ids.every(isId);
  }, 'This page does not exist. Load the list again.'),
);

export const listDuplicates = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/duplicates',
  permission: 'members.read',
  summary: 'Pairs of members who may be the same person, the most likely first',
  query: z.object({ after: z.optional(after) }),
  reply: z.object({ pairs: z.array(duplicatePair), next: z.nullable(z.string()) }),
});

const merge = z.object({
  id,
  mergedUtc: z.string(),
  mergedBy: z.string(),
  /** The record that was merged into this one. */
  name: z.string(),
  membershipNumber: z.nullable(z.string()),
  /** Why it cannot be undone now, and what to do. */
  problem: z.nullable(z.string()),
});
export type Merge = z.output<typeof merge>;

export const getMemberDuplicates = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/duplicates',
  permission: 'members.read',
  summary: 'Members who may be the same person as this one, and the records merged into it',
  params: idParams,
  reply: z.object({ pairs: z.array(duplicatePair), merges: z.array(merge) }),
});

const typedText = z.string().check(z.trim(), z.maxLength(320));

/** Before a member is entered, so that nobody is entered twice. */
export const previewDuplicates = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/preview-duplicates',
  permission: 'members.write',
  readOnly: true,
  summary: 'Members who have the typed email, phone number or name',
  body: z.object({
    firstName: typedText,
    lastName: typedText,
    email: typedText,
    phone: typedText,
  }),
  reply: z.array(z.extend(twin, { reasons: z.array(z.enum(duplicateReasons)) })),
});

export const dismissDuplicate = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/duplicates/dismiss',
  permission: 'members.write',
  summary: 'Remember that two members are not the same person',
  body: z.object({ firstId: id, secondId: id }),
});
