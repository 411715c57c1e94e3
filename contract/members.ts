import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, idParams } from './fields.ts';
import { found, idFilter, pagingQuery, searchBody, textFilter } from './search.ts';

export const memberTexts = {
  failed: 'Failed to fetch members',
  error: 'Error fetching members',
  notFound: 'This member does not exist.',
  waiting: 'Waiting for payment',
  noNumberYet: 'You will get your number when your first payment is in',
  notPaidYet: 'Not paid yet',
} as const;

/** Specification §3; the names and the end of the last paid period are for the screens. */
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
  deactivatedReason: z.nullable(z.string()),
  signupDate: z.string(),
  paidUntil: z.nullable(z.string()),
});
export type Member = z.output<typeof member>;

/** What people edit of a member. */
const memberFields = [
  'memberTypeID',
  'memberStatusID',
  'title',
  'firstName',
  'lastName',
  'email',
  'phone',
  'postalAddress',
  'zipCode',
  'deactivatedReason',
] as const;

export const memberColumns = [
  'MembershipNumber',
  'FirstName',
  'LastName',
  'Email',
  'MemberTypeName',
  'MemberStatusName',
  'CreatedUtc',
] as const;

export const memberFilters = {
  membershipNumber: textFilter,
  firstName: textFilter,
  lastName: textFilter,
  email: textFilter,
  phone: textFilter,
  memberTypeID: idFilter,
  memberStatusID: idFilter,
};

export const searchMembers = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/search',
  access: 'admin',
  summary: 'Members that match all filters, by membership number',
  body: searchBody(memberFilters, memberColumns),
  reply: found(member),
});

export const listMembers = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members',
  access: 'admin',
  summary: 'Members, a page at a time',
  query: pagingQuery,
  reply: z.array(member),
  counted: true,
});

export const getMember = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id',
  access: 'signedIn',
  summary: 'One member; a Member reaches only own',
  params: idParams,
  reply: member,
  versioned: memberFields,
});
