import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { member } from './endpoints.ts';

/** Separate from `first-password.ts`, so that the public page does not load the member schema. */
export const sendInvitation = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/send-invitation/:id',
  permission: 'members.write',
  summary: 'Mail the link for the first password again',
  params: idParams,
  reply: member,
  idempotent: true,
});
