import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { member } from './endpoints.ts';

/** Apart from the first password, whose page has no use for the shape of a member. */
export const sendInvitation = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/send-invitation/:id',
  access: 'admin',
  summary: 'Mail the link for the first password again',
  params: idParams,
  reply: member,
  idempotent: true,
});
