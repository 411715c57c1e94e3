import type { Access } from '#contract/endpoint.ts';

/** The access of each call (product-rules 3.4, 3.7 and 3.16). Calls that are not listed are for administrators. */
const anyone = [
  'POST /user/login',
  'POST /user/forgot-password',
  'POST /user/reset-password',
  'GET /users/check-email',
  'GET /users/check-password',
  'POST /user/reset-token',
  'POST /members/register',
  'GET /membertypes',
  'GET /membertypes/:id',
  'GET /donations/types',
  'POST /donations',
  'POST /communication/confirm-consents',
  'POST /communication/consent-link',
  'POST /communication/unsubscribe',
  'POST /communication/unsubscribe-link',
  'GET /invoices/:id',
  'GET /donations/:id',
  'GET /payments/payfast/:type/:id',
  'GET /payments/summary/:type/:id',
  'POST /payments/payfast/subscription',
  'POST /payments/payfast/donation',
  'GET /site',
  'GET /site/logo/:hash',
  'GET /files/:id',
  'POST /payment-proofs',
  'POST /payment-proofs/link',
];

const signedIn = [
  'GET /memberstatuses',
  'GET /memberstatuses/:id',
  'POST /memberstatuses/search',
  'POST /membertypes/search',
  'GET /members/:id',
  'PUT /members/:id',
  'GET /members/:id/data',
  'GET /members/:id/consents',
  'PUT /members/:id/consents',
  'GET /members/:id/erasure-request',
  'POST /members/:id/erasure-request',
  'POST /members/relatives',
  'PUT /members/relatives/:id',
  'DELETE /members/relatives/:id',
  'POST /members/relatives/search',
  'POST /invoices/generate',
  'POST /invoices/search',
  'GET /invoices/:id/pdf',
  'GET /invoices/:id/bank-details',
  'GET /invoices/:id/proof-token',
  'POST /user/logout',
  'GET /user/sessions',
  'DELETE /user/sessions',
  'DELETE /user/sessions/:id',
  'POST /user/change-password',
  'POST /user/upload-profile-picture',
];

const rows = (access: Access, lines: string[]) =>
  lines.map((line): [string, Access] => [line, access]);

export const accessTable: Record<string, Access> = Object.fromEntries([
  ...rows('anyone', anyone),
  ...rows('signedIn', signedIn),
]);

/** The calls that need a proof of the password within 15 minutes, always or for some values. product-rules 4.33. */
export const proofTable: Record<string, 'always' | 'byValues'> = {
  'POST /user': 'always',
  'PUT /user/:id': 'byValues',
  'DELETE /user/:id': 'always',
  'POST /user/change-password': 'byValues',
  'POST /user/:id/two-step/reset': 'always',
  'POST /user/two-step/recovery-codes': 'always',
  'POST /user/two-step/turn-off': 'always',
  'PUT /user/two-step/settings': 'byValues',
  'PUT /companyinfos/:id': 'byValues',
  'PUT /backups/settings': 'byValues',
  'PUT /retention': 'byValues',
  'POST /month-end/reopen': 'always',
  'POST /backups': 'always',
  'POST /backups/download': 'always',
  'POST /full-export': 'always',
  'POST /members/:id/erasure': 'always',
  'POST /donations/:id/erasure': 'always',
  'POST /invoices/:id/erasure': 'always',
  'POST /payments/:id/erasure': 'always',
};
