import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { largestPicture } from '#contract/files.ts';

/** The largest size of the stored logo. Pages, mails and PDFs show it smaller. */
export const logoPixels = { width: 480, height: 160 };

export const logoTexts = {
  title: 'Logo',
  label: 'Logo',
  hint: 'JPEG, PNG, WebP or GIF, at most 5 MB. A wide picture on a white background looks best.',
  where:
    'The logo is shown on every public page, in emails and on invoices from the next one on. Invoices that were issued stay as they are.',
  none: 'There is no logo. A tree is shown instead.',
  uploading: 'Uploading the logo…',
  uploaded: 'Logo saved.',
  remove: 'Remove logo',
  askRemove: 'Pages and emails show a tree instead. Invoices that were issued keep the logo.',
  removed: 'Logo removed.',
  current: 'The current logo',
} as const;

/** Where the browser finds a logo. */
export const logoAddress = (hash: string) => `/api/site/logo/${hash}`;

export const getLogo = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/site/logo/:hash',
  access: 'anyone',
  summary: "The organisation's logo by the hash of its content; it never changes",
  params: z.object({ hash: z.string().check(z.regex(/^[\da-f]{64}$/, 'This is not a logo.')) }),
  file: 'image/png',
  lasting: true,
});

export const uploadLogo = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/companyinfos/:id/logo',
  permission: 'settings',
  summary: "Replace the organisation's logo; returns its path",
  params: idParams,
  upload: { field: 'file', largest: largestPicture },
  reply: z.string(),
  limit: { most: 20, per: 'hour' },
});

export const removeLogo = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/companyinfos/:id/logo',
  permission: 'settings',
  summary: "Remove the organisation's logo; issued invoices keep it",
  params: idParams,
  status: 204,
});
