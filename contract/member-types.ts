import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, idParams, money } from './fields.ts';

/** The family type as it is seeded; whether a type takes relatives is its `isFamily`. */
export const familyTypeName = 'FAMILY MAX 4 up to 18 yrs';

export const memberTypeTexts = {
  failed: 'Failed to fetch member types',
  error: 'Error fetching member types',
  notFound: 'This member type does not exist.',
} as const;

/** What people edit of a type. */
const memberTypeFields = ['name', 'description', 'fee', 'isFamily', 'isRetired'] as const;

export const memberType = z.object({
  id,
  name: z.string(),
  description: z.string(),
  fee: money,
  isFamily: z.boolean(),
  isRetired: z.boolean(),
});
export type MemberType = z.output<typeof memberType>;

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
