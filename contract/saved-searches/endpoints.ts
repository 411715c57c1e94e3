import type { Permission } from '#contract/permissions.ts';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { id, idParams, requiredText } from '#contract/fields.ts';
import { savedSearchTexts } from './texts.ts';

/** The lists of administrators that have filters. */
export const savedLists = [
  'members',
  'invoices',
  'donations',
  'bulkEmails',
  'users',
  'mails',
  'unsubscribedEmails',
  'cardNotifications',
  'audit',
  'securityRecord',
] as const;
export type SavedList = (typeof savedLists)[number];

/** Who may see the list, and who may change its searches for everybody. product-rules 18.31. */
export const permissionsOfList: Readonly<
  Record<SavedList, { see: Permission; change: readonly Permission[] }>
> = {
  members: { see: 'members.read', change: ['members.write', 'mail.write'] },
  invoices: { see: 'money.read', change: ['money.write'] },
  donations: { see: 'money.read', change: ['money.write'] },
  bulkEmails: { see: 'mail.read', change: ['mail.write'] },
  users: { see: 'system', change: ['system'] },
  mails: { see: 'mail.read', change: ['mail.write'] },
  unsubscribedEmails: { see: 'mail.read', change: ['mail.write'] },
  cardNotifications: { see: 'money.read', change: ['money.write'] },
  audit: { see: 'audit', change: ['system'] },
  securityRecord: { see: 'system', change: ['system'] },
};
const list = z.enum(savedLists);

/** For each list: of those for everybody, and of the own ones. */
export const mostSavedSearches = 100;

const filter = z.union([
  z.boolean(),
  z.string().check(
    z.maxLength(200),
    z.refine((text) => !text.includes('\u0000') && text.isWellFormed()),
  ),
]);

/**
 * The filters, words and order of a search body, without its page. The server checks them by the
 * schema of the list.
 */
const search = z
  .record(z.string().check(z.regex(/^[a-z][A-Za-z]{0,39}$/)), filter)
  .check(z.refine((fields) => Object.keys(fields).length > 0, savedSearchTexts.nothing));
export type SavedFilters = z.output<typeof search>;

/** The editable fields of a saved search. */
const savedSearchFields = ['name', 'isShared', 'search'] as const;

export const savedSearch = z.object({
  id,
  list,
  name: z.string(),
  /** For all administrators. Otherwise for the caller only. */
  isShared: z.boolean(),
  isOwn: z.boolean(),
  /** `null` when the administrator was removed. */
  ownerName: z.nullable(z.string()),
  search: z.record(z.string(), z.union([z.boolean(), z.string()])),
  /** Why it cannot be used now, such as a member type that no longer exists. */
  problem: z.nullable(z.string()),
});
export type SavedSearch = z.output<typeof savedSearch>;

export const savedSearchForm = z.object({
  name: requiredText(savedSearchTexts.noName, 60),
  isShared: z.boolean(),
  search,
});

export const listSavedSearches = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/saved-searches',
  access: 'staff',
  summary: 'The searches of a list that the caller can use, by name',
  query: z.object({ list }),
  reply: z.array(savedSearch),
});

export const getSavedSearch = /* @__PURE__ */ endpoint({
  method: 'GET',
  path: '/saved-searches/:id',
  access: 'staff',
  summary: 'One saved search, for everybody or of the caller',
  params: idParams,
  reply: savedSearch,
  versioned: savedSearchFields,
});

export const createSavedSearch = /* @__PURE__ */ endpoint({
  method: 'POST',
  path: '/saved-searches',
  access: 'staff',
  summary: 'Save the filters, words and order of a list under a name',
  body: z.extend(savedSearchForm, { list }),
  reply: savedSearch,
  status: 201,
  idempotent: true,
});

export const updateSavedSearch = /* @__PURE__ */ endpoint({
  method: 'PUT',
  path: '/saved-searches/:id',
  access: 'staff',
  summary: 'Rename, share or change a saved search; any administrator can change a shared one',
  params: idParams,
  body: z.partial(savedSearchForm),
  reply: savedSearch,
  versioned: savedSearchFields,
});

export const deleteSavedSearch = /* @__PURE__ */ endpoint({
  method: 'DELETE',
  path: '/saved-searches/:id',
  access: 'staff',
  summary: 'Delete a saved search that no pending bulk email goes to',
  params: idParams,
  status: 204,
});
