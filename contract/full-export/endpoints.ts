import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

/** Texts of leaving with all records. product-rules 20.9. */
export const fullExportTexts = {
  title: 'Leave: export everything',
  hint: 'One zip file of spreadsheets (CSV) with members, relatives, memberships, invoices, payments, credits, donations, consents, emails, unsubscribed addresses, types and statuses, for another product. To move this installation to another machine, restore a backup there.',
  button: 'Export everything',
  ask: 'The file contains the data of all members. It is not encrypted. Please enter your password to download it.',
  downloaded: 'Everything was exported.',
  passwordRequired: 'Your password is required.',
  wrongPassword: 'The password is not correct. Please try again.',
  running: 'An export is running. Wait until it is done, then try again.',
} as const;

export const exportEverything = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/full-export',
  access: 'admin',
  summary: 'Everything of the organisation as a zip of CSV files, after entering the own password',
  body: z.object({
    password: z
      .string(fullExportTexts.passwordRequired)
      .check(
        z.minLength(1, fullExportTexts.passwordRequired),
        z.maxLength(300, fullExportTexts.wrongPassword),
      ),
  }),
  file: 'application/octet-stream',
});
