import * as z from 'zod/mini';
import { counted } from '#contract/counting.ts';
import type { CsvColumns } from '#contract/csv.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, requiredText } from '#contract/fields.ts';
import { found, searchBody, textFilter } from '#contract/search.ts';

/** The seeded statuses. product-rules 5.2. */
export const statusNames = {
  active: 'Active',
  due: 'Due for Renewal',
  expired: 'Expired',
  deactivated: 'Deactivated',
  pending: 'Pending',
} as const;

export const memberStatusTexts = {
  heading: 'Manage Member Statuses',
  failed: 'Failed to fetch member statuses',
  error: 'Error fetching member statuses',
  notFound: 'This member status does not exist.',
  noName: 'Please enter a name.',
  nameTaken: 'A member status with this name already exists. Please choose another name.',
  builtIn: 'This status is built in and cannot be renamed or deleted.',
  whyBuiltIn:
    'This status is built in and cannot be renamed or deleted. It is set automatically by payments and dates.',
  added: 'Member status added.',
  saved: 'Member status saved.',
  nameHint: 'Only an administrator can set or remove a custom status. It is shown in grey.',
} as const;

/** What a built-in status means. product-rules 5.9. */
export const statusMeanings: Readonly<Record<string, string>> = {
  [statusNames.active]: 'Paid, and more than 60 days remain.',
  [statusNames.due]: 'Ends within 60 days, or has just ended: time to renew.',
  [statusNames.expired]: 'Ended 31 days ago or earlier, and not renewed.',
  [statusNames.deactivated]: 'Ended by an administrator, with a reason. Cannot sign in.',
  [statusNames.pending]: 'Has registered but has not paid yet.',
};

/** The error when a status in use is deleted. Archived members count too. product-rules 5.3. */
export function memberStatusInUse(members: number, archived: number): string {
  const among = archived === 0 ? '' : ` (${archived} of them archived)`;
  return `${counted(members, 'member')}${among} ${members === 1 ? 'has' : 'have'} this status, so it cannot be deleted. Give them another status first.`;
}

/** The editable fields of a status. */
const memberStatusFields = ['name'] as const;

export const memberStatus = z.object({
  id,
  name: z.string(),
  /** Seeded; it cannot be renamed or deleted. */
  isBuiltIn: z.boolean(),
});
export type MemberStatus = z.output<typeof memberStatus>;

export const memberStatusForm = z.object({ name: requiredText(memberStatusTexts.noName, 60) });

export const listMemberStatuses = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/memberstatuses',
  access: 'signedIn',
  permission: 'members.read',
  summary: 'All member statuses, by name; a Member sees only their own',
  reply: z.array(memberStatus),
});

export const getMemberStatus = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/memberstatuses/:id',
  access: 'signedIn',
  permission: 'members.read',
  summary: 'One member status; a Member can read only their own',
  params: idParams,
  reply: memberStatus,
  versioned: memberStatusFields,
});

const memberStatusCsv = [
  { header: 'Name', field: 'name' },
  { header: 'Kind', field: 'isBuiltIn', names: { true: 'Built in', false: 'Your own' } },
] as const satisfies CsvColumns<MemberStatus>;

export const searchMemberStatuses = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/memberstatuses/search',
  access: 'signedIn',
  permission: 'members.read',
  readOnly: true,
  summary: 'Member statuses that match, the newest first; a Member sees only their own',
  body: searchBody({ name: textFilter }, ['CreatedUtc', 'Name', 'IsBuiltIn']),
  reply: found(memberStatus),
  csv: { name: 'member-statuses', columns: memberStatusCsv },
});

export const createMemberStatus = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/memberstatuses',
  permission: 'settings',
  summary: 'Add a custom member status, set only by administrators; names are unique',
  body: memberStatusForm,
  reply: memberStatus,
  status: 201,
  idempotent: true,
});

export const updateMemberStatus = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/memberstatuses/:id',
  permission: 'settings',
  summary: 'Rename a member status that is not built in',
  params: idParams,
  body: z.partial(memberStatusForm),
  reply: memberStatus,
  versioned: memberStatusFields,
});

export const deleteMemberStatus = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/memberstatuses/:id',
  permission: 'settings',
  summary: 'Delete a member status that is not built in and not in use',
  params: idParams,
  status: 204,
});
