import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';

export const dataExportTexts = {
  titleOf: (name: string) => `What we hold about ${name}`,
  offer: 'One file with what we hold about you, to read in your browser and to keep.',
  download: 'Download my details',
  forOffice:
    'Members can download this from My Profile. If a member asks you for it, verify their identity before you send it. Your download is recorded in the audit log.',
  downloadMembers: 'Download what we hold about this member',
  failed: 'The file could not be made. Please try again.',
  whatItIs: 'This is everything that we hold about you.',
  leftOut:
    'Your password and the secret part of the links that we emailed to you are not in it, because a person who finds this file could use them. It does not name the administrators who made changes. Ask us if you need to know.',
  notProved:
    'This is what we hold about your membership. Records that we link to you only by your email address, such as donations and bulk emails, are not in this file yet, because you have not set a password with a link that we emailed to you. Choose Forgot Password on the sign-in page, set a password with the link that we email you, and download the file again.',
  nothing: 'Nothing.',
  fileName: (day: string) => `my-details-${day}.html`,
} as const;

/** Values by label; `null` for an empty value. */
export type ExportedRecord = Record<string, string | null>;

export interface DataExport {
  name: string;
  asOf: string;
  notes: string[];
  parts: { title: string; records: ExportedRecord[] }[];
}

export const downloadDataExport = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/data',
  access: 'signedIn',
  permission: 'privacy',
  summary: 'All stored data about a member, as an HTML file; a Member can download only their own',
  params: idParams,
  file: 'text/html',
  limit: { most: 10, per: 'hour' },
});
