import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';

export const statementTexts = {
  title: 'Statement of account',
  open: 'Statement of account (PDF)',
  noMember: 'This member does not exist. Go back to the list and open the member again.',
  noDonor: 'This donation does not exist. Go back to the list and open the donation again.',
} as const;

export const getMemberStatement = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/statement-of-account',
  permission: 'money.read',
  summary:
    'What a member was invoiced and has paid, with the donations from the same email, as a PDF',
  params: idParams,
  file: 'application/pdf',
});

export const getDonorStatement = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/donations/:id/statement-of-account',
  permission: 'money.read',
  summary: 'The donations that came from the email of this one, as a PDF',
  params: idParams,
  file: 'application/pdf',
});
