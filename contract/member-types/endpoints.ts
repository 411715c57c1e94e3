import * as z from 'zod/mini';
import { counted, listed } from '#contract/counting.ts';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money, optionalLines, requiredText } from '#contract/fields.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

/** The family type as it is seeded; whether a type takes relatives is its `isFamily`. */
export const familyTypeName = 'FAMILY MAX 4 up to 18 yrs';

export const memberTypeTexts = {
  heading: 'Manage Member Types',
  failed: 'Failed to fetch member types',
  error: 'Error fetching member types',
  notFound: 'This member type does not exist.',
  noName: 'Please enter a name.',
  nameTaken: 'There is a member type of this name already. Please choose another name.',
  added: 'Member type added.',
  saved: 'Member type saved.',
  retired: 'Member type retired: it is not offered any more.',
  broughtBack: 'Member type brought back: it is offered again.',
  askRetire: (name: string) =>
    `${name} will not be offered to new members any more. Whoever has it keeps it, and can renew it.`,
  askHide: 'Hide relatives?',
  hide: 'Yes, hide them',
  feeHint: 'For a year. 0 makes it free: nobody pays, and the membership starts at once.',
  feeKept: 'Invoices that were issued keep their amount.',
  familyHint: 'Members of this type can add up to four relatives of up to 18 years.',
  isOffered: 'New members can choose this type.',
  isRetired: 'This type is retired: new members cannot choose it. Whoever has it keeps it.',
  saveFirst: 'Please save your changes first.',
} as const;

export interface MemberTypeUse {
  members: number;
  periods: number;
  invoices: number;
}

/** Why a type that is in use stays. product-rules 5.3. */
export function memberTypeInUse({ members, periods, invoices }: MemberTypeUse): string {
  const uses = [
    members > 0 && counted(members, 'member'),
    periods > 0 && counted(periods, 'membership period'),
    invoices > 0 && counted(invoices, 'invoice'),
  ].filter((use) => use !== false);
  return `This member type is in use by ${listed(uses)}, so it cannot be deleted. Retire it instead: it is not offered any more, and whoever has it keeps it.`;
}

/** What taking "family" from a type means for those who have it. product-rules 5.18. */
export function relativesHidden(members: number, relatives: number): string {
  return `${counted(members, 'member')} of this type ${members === 1 ? 'has' : 'have'} ${counted(relatives, 'relative')}. They will be hidden, and return when this is a family type again.`;
}

/** What people edit of a type. */
const memberTypeFields = ['name', 'description', 'fee', 'isFamily', 'isRetired'] as const;

/** In a list of types to choose from. */
export const retiredType = (label: string) => `${label} (no longer offered)`;

export const memberType = z.object({
  id,
  name: z.string(),
  description: z.string(),
  fee: money,
  isFamily: z.boolean(),
  isRetired: z.boolean(),
});
export type MemberType = z.output<typeof memberType>;

const yesNo = z.boolean('Please answer yes or no.');

export const memberTypeForm = z.object({
  name: requiredText(memberTypeTexts.noName, 100),
  description: z.optional(z.nullable(optionalLines(400))),
  fee: money,
  isFamily: z.optional(yesNo),
  isRetired: z.optional(yesNo),
});

export const listMemberTypes = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/membertypes',
  access: 'anyone',
  summary: 'All member types, by name',
  reply: z.array(memberType),
});

export const getMemberType = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/membertypes/:id',
  access: 'anyone',
  summary: 'One member type',
  params: idParams,
  reply: memberType,
  versioned: memberTypeFields,
});

const memberTypeCsv = [
  { header: 'Name', field: 'name' },
  { header: 'Description', field: 'description' },
  { header: 'Family', field: 'isFamily', kind: 'yesNo' },
  { header: 'Offered', field: 'isRetired', names: { true: 'Retired', false: 'Offered' } },
  { header: 'Fee (ZAR)', field: 'fee', kind: 'money' },
] as const satisfies CsvColumns<MemberType>;

export const searchMemberTypes = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/membertypes/search',
  access: 'signedIn',
  summary: 'Member types that match, by name',
  body: searchBody({ name: textFilter }, ['CreatedUtc', 'Name', 'Fee']),
  reply: found(memberType),
  csv: { name: 'member-types', columns: memberTypeCsv },
});

export const createMemberType = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/membertypes',
  access: 'admin',
  summary: 'Add a member type; no two have one name',
  body: memberTypeForm,
  reply: memberType,
  status: 201,
  idempotent: true,
});

export const updateMemberType = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/membertypes/:id',
  access: 'admin',
  summary: 'Change, retire or bring back a member type; issued invoices stay as they are',
  params: idParams,
  body: z.extend(z.partial(memberTypeForm), {
    /** Says that hiding the relatives of those who have the type is meant. */
    hideRelatives: z.optional(yesNo),
  }),
  reply: memberType,
  versioned: memberTypeFields,
});

export const deleteMemberType = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/membertypes/:id',
  access: 'admin',
  summary: 'Delete a member type that nothing rests on',
  params: idParams,
  status: 204,
});
