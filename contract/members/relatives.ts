import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { chosenId, day, email, id, idParams, personName } from '#contract/fields.ts';
import { found, idFilter, searchBody, yesNoFilter } from '#contract/search.ts';

export const relativeTexts = {
  none: 'No relatives added',
  tooMany: 'Maximum of 4 relatives allowed.',
  tooOld: 'Relatives must be up to 18 years.',
  notBorn: 'A date of birth cannot be in the future.',
  askNone: 'No Relatives Added',
  noneBody: 'You have not added any relatives. Do you want to continue without them?',
  goOnWithout: 'Continue without relatives',
  addSome: 'Add relatives',
  whoMay:
    'A family membership covers up to four children of up to 18 years. The other parent joins as an individual member.',
  add: 'Add relative',
  remove: 'Remove',
  /** Stored with the consent, so that an old consent keeps its wording. */
  consent: "A parent or guardian agrees that this child's details are kept for the membership.",
  noConsent: 'Consent not recorded',
  whyDateOfBirth:
    'Relatives are covered until they turn 19. We ask so that we can inform you in time.',
} as const;

/** Dialogs for leaving and returning to the family type, because no other type has relatives. */
export const clearingTexts = {
  askClear: 'Clear Relatives?',
  clearBody: 'Only the family type has relatives. Those you have added will be cleared.',
  clear: 'Clear relatives',
  keep: 'Keep the family type',
  askRestore: 'Restore Relatives?',
  restoreBody: 'You had added relatives before. Do you want to restore them?',
  restore: 'Restore relatives',
  leaveOut: 'Leave them out',
} as const;

/** The form of a relative. The date of birth and the consent are optional. product-rules 5.19. */
export const relativeForm = z.object({
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  email: email(),
  dateOfBirth: z.optional(z.nullable(z.union([z.literal(''), day], 'Please enter a valid date.'))),
  hasConsent: z.optional(z.nullable(z.boolean())),
});

export const relative = z.object({
  id,
  mainMemberId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  dateOfBirth: z.nullable(z.string()),
  hasConsent: z.boolean(),
  consentUtc: z.nullable(z.string()),
  /** Turned 19: the record stays, but the membership no longer covers the relative. */
  hasAgedOut: z.boolean(),
  /** The `If-Match` value for an edit. It is in the body because the replies contain many relatives. */
  tag: z.string(),
});
export type Relative = z.output<typeof relative>;

/** The editable fields of a relative. */
const relativeFields = ['firstName', 'lastName', 'email', 'dateOfBirth', 'hasConsent'] as const;

export const searchRelatives = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/relatives/search',
  access: 'signedIn',
  permission: 'members.read',
  readOnly: true,
  summary:
    'Relatives of a member or of all, or those who have aged out; a Member finds only their own',
  // `hasAgedOut: true` lists those who have aged out instead of the current ones.
  body: searchBody({ mainMemberId: idFilter, hasAgedOut: yesNoFilter }, [
    'CreatedUtc',
    'FirstName',
    'LastName',
    'Email',
  ]),
  reply: found(relative),
});

export const createRelative = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/relatives',
  access: 'signedIn',
  permission: 'members.write',
  summary: 'Add a relative to a member of the family type; a Member can add only their own',
  body: z.extend(relativeForm, { mainMemberId: chosenId('Please select a member.') }),
  reply: relative,
  status: 201,
  idempotent: true,
});

export const updateRelative = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/members/relatives/:id',
  access: 'signedIn',
  permission: 'members.write',
  summary: 'Change a relative, but not the member; a Member can change only their own',
  params: idParams,
  body: z.partial(relativeForm),
  reply: relative,
  versioned: relativeFields,
});

export const deleteRelative = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/members/relatives/:id',
  access: 'signedIn',
  permission: 'members.write',
  summary: 'Delete a relative; a Member can delete only their own',
  params: idParams,
  status: 204,
});
