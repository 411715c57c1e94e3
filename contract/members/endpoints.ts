import type { CsvColumns } from '#contract/csv.ts';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import {
  chosenId,
  email,
  id,
  idParams,
  optionalLines,
  optionalText,
  personName,
  title,
} from '#contract/fields.ts';
import { statusNames } from '#contract/member-statuses/endpoints.ts';
import { memberCsv } from './csv.ts';
import { provinces, unknownProvince } from './provinces.ts';
import {
  found,
  idFilter,
  pagingQuery,
  searchBody,
  textFilter,
  yesNoFilter,
} from '#contract/search.ts';

export const memberTexts = {
  /** Of the day on which the person signed up. */
  sinceOf: (number: string | null) => (number === null ? 'Registered on' : 'Member since'),
  failed: 'Failed to fetch members',
  error: 'Error fetching members',
  notFound: 'This member does not exist.',
  waiting: 'Waiting for payment',
  pendingOnes: (count: number, isFiltered: boolean) =>
    `${isFiltered ? 'All pending' : 'Pending'} (${count})`,
  noNumber: 'No number yet',
  noNumberYet: 'You will get your number after your first payment',
  notPaidYet: 'Not paid yet',
  noType: 'Please select a member type.',
  noStatus: 'Please select a member status.',
  noReason: 'Please enter the reason for the deactivation.',
  archived: 'This member is archived and cannot be changed.',
  archivedBadge: 'Archived',
  agreedToNews: 'News',
  agreedToAppeals: 'Requests for donations',
  saved: 'Member saved.',
} as const;

/** Permissions for changing a member. product-rules 3.9, 14.6. */
export const memberCan = {
  changeType: (isByStaff: boolean, statusName: string): boolean =>
    isByStaff || statusName === statusNames.expired || statusName === statusNames.due,
} as const;

/** product-rules 13.3. The screens also need the names and the end of the last paid period. */
export const member = z.object({
  id,
  membershipNumber: z.nullable(z.string()),
  userID: id,
  memberTypeID: id,
  memberTypeName: z.string(),
  memberStatusID: id,
  memberStatusName: z.string(),
  title: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  postalAddress: z.string(),
  zipCode: z.string(),
  /** The last line with letters of the postal address. */
  town: z.nullable(z.string()),
  /** Of the zip code, unless it was corrected. */
  province: z.nullable(z.string()),
  correctedProvince: z.nullable(z.string()),
  deactivatedReason: z.nullable(z.string()),
  signupDate: z.string(),
  paidUntil: z.nullable(z.string()),
  /** The administrator who set the status, and the time; `null` while it is automatic. product-rules 5.12. */
  statusSetBy: z.nullable(z.string()),
  statusSetUtc: z.nullable(z.string()),
  hasPassword: z.boolean(),
  /** The time of the last invitation mail. */
  invitedUtc: z.nullable(z.string()),
  archivedUtc: z.nullable(z.string()),
});
export type Member = z.output<typeof member>;

/** The editable fields of a member. */
const memberFields = [
  'title',
  'firstName',
  'lastName',
  'email',
  'phone',
  'postalAddress',
  'zipCode',
  'correctedProvince',
  'deactivatedReason',
] as const;

/** Payments and the daily run change these, too. product-rules 1.20. */
const membershipFields = ['memberTypeID', 'memberStatusID'] as const;

/** Fields that an administrator may not know are optional. product-rules 15.6. */
export const memberForm = z.object({
  memberTypeID: chosenId(memberTexts.noType),
  title: z.optional(z.nullable(z.union([z.literal(''), title], 'Please select a title.'))),
  firstName: personName('First name is required.'),
  lastName: personName('Last name is required.'),
  email: email(),
  phone: z.optional(z.nullable(optionalText(40))),
  postalAddress: z.optional(z.nullable(optionalLines(400))),
  zipCode: z.optional(z.nullable(optionalText(12))),
  correctedProvince: z.optional(
    z.nullable(z.union([z.literal(''), z.enum(provinces)], 'Please select a province.')),
  ),
  memberStatusID: z.optional(z.nullable(z.union([z.literal(''), z.guid(memberTexts.noStatus)]))),
  deactivatedReason: z.optional(z.nullable(optionalLines(1000))),
});

export const memberColumns = [
  'MembershipNumber',
  'FirstName',
  'LastName',
  'Email',
  'MemberTypeName',
  'MemberStatusName',
  'PaidUntil',
  'CreatedUtc',
  'Town',
] as const;

export const memberFilters = {
  membershipNumber: textFilter,
  firstName: textFilter,
  lastName: textFilter,
  email: textFilter,
  phone: textFilter,
  town: textFilter,
  province: z.optional(
    z.nullable(
      z.union([z.enum([...provinces, unknownProvince]), z.literal(''), z.array(z.never())]),
    ),
  ),
  /** Whether mail with news may be sent, and mail that asks for donations. product-rules 9.2. */
  agreedToNews: yesNoFilter,
  agreedToAppeals: yesNoFilter,
  memberTypeID: idFilter,
  memberStatusID: idFilter,
  /** `true` lists the archived members instead of the others. */
  isArchived: yesNoFilter,
  /** The members that this import added. */
  importId: idFilter,
  text: textFilter,
};

export const searchMembers = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/search',
  permission: 'members.read',
  readOnly: true,
  summary: 'Members that match all filters, by membership number',
  body: searchBody(memberFilters, memberColumns),
  reply: found(member),
  csv: { name: 'members', columns: memberCsv satisfies CsvColumns<Member> },
});

export const listMembers = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members',
  permission: 'members.read',
  summary: 'Members, a page at a time',
  query: pagingQuery,
  reply: z.array(member),
  counted: true,
});

export const getMember = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id',
  access: 'signedIn',
  permission: 'members.read',
  summary: 'One member; a Member can read only their own record',
  params: idParams,
  reply: member,
  versioned: memberFields,
  versionedApart: membershipFields,
});

export const createMember = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members',
  permission: 'members.write',
  summary: 'Add a member and mail an invitation to choose a password',
  body: memberForm,
  reply: member,
  status: 201,
  idempotent: true,
});

export const updateMember = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/members/:id',
  access: 'signedIn',
  permission: 'members.write',
  summary: 'Change a member; for a Member, fields reserved for administrators stay unchanged',
  params: idParams,
  body: z.partial(memberForm),
  reply: member,
  versioned: memberFields,
  versionedApart: membershipFields,
});

export const deleteMember = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/members/:id',
  permission: 'members.write',
  summary: 'Delete a member, or archive one with payments',
  params: idParams,
  status: 204,
});

export const returnToAutomaticStatus = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/automatic-status/:id',
  permission: 'members.write',
  summary: 'Let the status follow the membership periods again',
  params: idParams,
  reply: member,
});
