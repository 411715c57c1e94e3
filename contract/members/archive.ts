import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { idParams } from '#contract/fields.ts';
import { member } from './endpoints.ts';

/** What deleting does to this member. product-rules 5.21. */
export const previewDeletion = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/members/:id/deletion',
  permission: 'members.write',
  summary: 'Whether deleting the member would archive or delete the record',
  params: idParams,
  reply: z.object({ outcome: z.enum(['archived', 'deleted']) }),
});

export const deletionTexts = {
  archive: (name: string) =>
    `${name} will be archived, because there is a past membership or payment. The record leaves the list, and ${name} can no longer sign in. Open invoices are voided. You can restore the record later.`,
  delete: (name: string) =>
    `${name} will be deleted with all relatives and can no longer sign in. There is no past membership or payment. Open invoices are voided. This cannot be undone.`,
  archived: (name: string) => `${name} is archived.`,
  deleted: (name: string) => `${name} is deleted.`,
  show: 'Show',
} as const;

export const restoreMember = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/members/restore/:id',
  permission: 'members.write',
  summary: 'Restore an archived member with a new sign-in id, and mail an invitation',
  params: idParams,
  reply: member,
  idempotent: true,
});

export const restoreTexts = {
  restore: 'Restore',
  title: 'Restore member?',
  ask: (email: string) =>
    `The record returns to the list with its number and relatives. An invitation to choose a new password is sent to ${email}.`,
  askDeactivated:
    'The record returns to the list with its number and relatives. The member stays Deactivated, and no invitation is sent.',
  confirm: 'Yes, restore it',
  restored: (name: string, invitation: string) => `${name} is restored. ${invitation}`,
  stillDeactivated: (name: string) =>
    `${name} is restored and still Deactivated. No invitation was sent.`,
  restoredOnly: (name: string) => `${name} is restored.`,
  isMerged:
    'This record was merged into another one, which has all of it now. Open that one instead.',
  addressTaken: (email: string) =>
    `Another user has the address ${email} now. Change the address of that user first, then restore this member.`,
} as const;
