import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { permissions } from '#contract/permissions.ts';
import { staffRoles } from '#contract/roles.ts';

/** Apart from the other calls of users: the shell of every signed-in page loads it. */
export const getPermissions = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/user/permissions',
  access: 'staff',
  summary: 'The roles of the caller, what they allow, and whom to ask for more',
  reply: z.object({
    roles: z.array(z.enum(staffRoles)),
    permissions: z.array(z.enum(permissions)),
    /** The names of the administrators. */
    administrators: z.array(z.string()),
  }),
});
