import * as z from 'zod/mini';
import { counted, listed } from '#contract/counting.ts';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, money, optionalLines, requiredText } from '#contract/fields.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

/** The name of the seeded family type. `isFamily` decides whether a type has relatives. */
export const familyTypeName = 'FAMILY MAX 4 up to 18 yrs';

export const memberTypeTexts = {
  heading: 'Manage Member Types',
  failed: 'Failed to fetch member types',
  error: 'Error fetching member types',
  notFound: 'This member type does not exist.',
  noName: 'Please enter a name.',
  nameTaken: 'A member type with this name already exists. Please choose another name.',
  added: 'Member type added.',
  saved: 'Member type saved.',
  retired: 'Member type retired. It is no longer offered.',
  broughtBack: 'Member type restored. It is offered again.',
  askRetire: (name: string) =>
    `${name} will no longer be offered to new members. Members who have this type keep it and can renew it.`,
  askHide: 'Hide relatives?',
  hide: 'Yes, hide them',
  feeHint: 'The fee for one year. With 0 the type is free, and the membership starts at once.',
  feeKept: 'Issued invoices keep their amount.',
  feeSuggested: 'This fee is a suggestion. Save to confirm it.',
  notConfirmed: 'Not confirmed',
  confirmFee: 'Confirm fee',
  feeConfirmed: (fee: string) => `Fee of ${fee} confirmed.`,
  familyHint: 'Members of this type can add up to four relatives of up to 18 years.',
  isOffered: 'New members can choose this type.',
  isRetired: 'This type is retired and new members cannot choose it. Members who have it keep it.',
  saveFirst: 'Please save your changes first.',
} as const;

export interface MemberTypeUse {
  members: number;
  periods: number;
  invoices: number;
}

/** The error when a type in use is deleted. product-rules 5.3. */
export function memberTypeInUse({ members, periods, invoices }: MemberTypeUse): string {
  const uses = [
    members > 0 && counted(members, 'member'),
    periods > 0 && counted(periods, 'membership period'),
    invoices > 0 && counted(invoices, 'invoice'),
  ].filter((use) => use !== false);
  return `This member type is in use by ${listed(uses)}, so it cannot be deleted. Retire it instead: it is then no longer offered, and members who have it keep it.`;
}

/** The warning when a type stops being a family type. product-rules 5.18. */
export function relativesHidden(members: number, relatives: number): string {
  return `${counted(members, 'member')} of this type ${members === 1 ? 'has' : 'have'} ${counted(relatives, 'relative')}. They will be hidden, and return when this is a family type again.`;
}

/** The editable fields of a type. */
const memberTypeFields = ['name', 'description', 'fee', 'isFamily', 'isRetired'] as const;

/** The label of a retired type in a select list. */
export const retiredType = (label: string) => `${label} (no longer offered)`;

export const memberType = z.object({
  id,
  name: z.string(),
  description: z.string(),
  fee: money,
  isFamily: z.boolean(),
  isRetired: z.boolean(),
  /** False for a seeded fee that nobody has saved or confirmed. */
  isFeeConfirmed: z.boolean(),
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
  permission: 'members.read',
  readOnly: true,
  summary: 'Member types that match, by name',
  body: searchBody({ name: textFilter }, ['CreatedUtc', 'Name', 'Fee', 'IsFamily', 'IsRetired']),
  reply: found(memberType),
  csv: { name: 'member-types', columns: memberTypeCsv },
});

export const createMemberType = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/membertypes',
  permission: 'settings',
  summary: 'Add a member type; names are unique',
  body: memberTypeForm,
  reply: memberType,
  status: 201,
  idempotent: true,
});

export const updateMemberType = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/membertypes/:id',
  permission: 'settings',
  summary: 'Change, retire or restore a member type; issued invoices stay unchanged',
  params: idParams,
  body: z.extend(z.partial(memberTypeForm), {
    /** Confirms that the relatives of the members of this type are hidden. */
    hideRelatives: z.optional(yesNo),
  }),
  reply: memberType,
  versioned: memberTypeFields,
});

export const deleteMemberType = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/membertypes/:id',
  permission: 'settings',
  summary: 'Delete a member type that is not in use',
  params: idParams,
  status: 204,
});
