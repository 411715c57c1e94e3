import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';

export const dataExportTexts = {
  titleOf: (name: string) => `What we hold about ${name}`,
  offer: 'One file with everything that we hold about you, to read in your browser and to keep.',
  download: 'Download my details',
  forOffice:
    'Members download this from My Profile themselves. For someone who asks you instead: make sure who is asking before you send it. Your download is noted in the audit log.',
  downloadMembers: 'Download what we hold about this member',
  failed: 'The file could not be made. Please try again.',
  whatItIs:
    'This is everything that we hold about you. Passwords and the secrets of links are not in it: we hold them only scrambled. Who of the office did something is not in it either; ask us if you need to know.',
  notProved:
    'What we only know by your email address, such as donations and emails to many people, is not in this file yet: anybody could have registered with it. Choose Forgot Password on the sign-in page, set a password by the link that we email you, and download the file again.',
  nothing: 'Nothing.',
  fileName: (day: string) => `my-details-${day}.html`,
} as const;

/** A label and what stands there; null when nothing does. */
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
  summary: 'Everything held about a member, as a page to keep; a Member gets only own',
  params: idParams,
  file: 'text/html',
});
