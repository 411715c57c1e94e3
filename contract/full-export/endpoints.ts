import { endpoint } from '#contract/endpoint.ts';

/** Texts of leaving with all records. product-rules 20.9. */
export const fullExportTexts = {
  title: 'Leave: export everything',
  hint: 'One zip file of spreadsheets (CSV) with members, relatives, memberships, invoices, payments, credits, donations, consents, emails, unsubscribed addresses, types and statuses, for another product. To move this installation to another machine, restore a backup there.',
  button: 'Export everything',
  ask: 'The file contains the data of all members. It is not encrypted.',
  downloaded: 'Everything was exported.',
  running: 'An export is running. Wait until it is done, then try again.',
} as const;

export const exportEverything = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/full-export',
  permission: 'privacy',
  summary: 'Everything of the organisation as a zip of CSV files',
  file: 'application/octet-stream',
  proof: 'always',
});
