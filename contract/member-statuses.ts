import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';

/** The seeded statuses. Rules §5. */
export const statusNames = {
  active: 'Active',
  due: 'Due for Renewal',
  expired: 'Expired',
  deactivated: 'Deactivated',
  pending: 'Pending',
} as const;

export const memberStatusTexts = {
  failed: 'Failed to fetch member statuses',
  error: 'Error fetching member statuses',
} as const;

export const memberStatus = z.object({ id, name: z.string() });
export type MemberStatus = z.output<typeof memberStatus>;

export const listMemberStatuses = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/memberstatuses',
  access: 'signedIn',
  summary: 'All member statuses, by name; to a Member only the own one',
  reply: z.array(memberStatus),
});
