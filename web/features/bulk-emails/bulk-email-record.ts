import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type BulkEmail,
  bulkEmailForm,
  bulkEmailTexts,
  getBulkEmail,
} from '#contract/bulk-emails/endpoints.ts';
import {
  type CommunicationList,
  listCommunicationLists,
} from '#contract/communication/endpoints.ts';
import { optionalText } from '#contract/fields.ts';
import { unknownPlaceholders } from '#contract/bulk-emails/placeholders.ts';
import { call, callWithEtag } from '#web/api/call.ts';
import { useLoadedRecord, type LoadedRecord } from '#web/forms/use-loaded-record.ts';
import { isUnderWay } from './bulk-email-status.ts';

const { communicationListId, subject, content } = bulkEmailForm.shape;

const form = z.object({
  communicationListId,
  subject,
  title: optionalText(200),
  content,
  isAppeal: z.boolean(),
  attachmentPath: z.string(),
});

export type TypedBulkEmail = z.input<typeof form>;

export type Lists = readonly CommunicationList[];

/** The placeholders of a list, and what they stand for. */
export function valuesOfList(lists: Lists, id: string): Readonly<Record<string, string>> {
  return lists.find((list) => list.id === id)?.metadata.ReplacementValues ?? {};
}

/** The server's rules, so that misspelt placeholders are named before sending. */
export function checkedBulkEmail(lists: Lists) {
  const unknownIn = (field: 'subject' | 'title' | 'content') =>
    z.check<TypedBulkEmail>(({ value, issues }) => {
      const known = Object.keys(valuesOfList(lists, value.communicationListId));
      const names = unknownPlaceholders(known, value[field]);
      if (names.length === 0) return;
      const message = bulkEmailTexts.unknown(names);
      issues.push({ code: 'custom', message, path: [field], input: value });
    });
  return form.check(unknownIn('subject'), unknownIn('title'), unknownIn('content'));
}

/** product-rules 18.9: the first list is the default. In place of a search that is gone nothing is chosen. */
export function newValues(lists: Lists, sendTo = lists[0]?.id): TypedBulkEmail {
  return {
    communicationListId: lists.find((list) => list.id === sendTo)?.id ?? '',
    subject: '',
    title: '',
    content: '',
    isAppeal: false,
    attachmentPath: '',
  };
}

export function valuesOf(bulkEmail: BulkEmail): TypedBulkEmail {
  const { subject: about, title, content: html, isAppeal, attachmentPath } = bulkEmail;
  return {
    communicationListId: bulkEmail.communicationListId,
    subject: about,
    title,
    content: html,
    isAppeal,
    attachmentPath: attachmentPath ?? '',
  };
}

const pollMs = 3000;

export type LoadedBulkEmail = LoadedRecord<{ bulkEmail: BulkEmail }>;

/** Loaded again and again while it is being sent. */
export function useBulkEmail(id: string) {
  return useLoadedRecord(
    ['bulkEmails', 'one', id],
    (options) => callWithEtag(getBulkEmail, { params: { id }, ...options }),
    (bulkEmail) => ({ bulkEmail }),
    ({ bulkEmail }) => (isUnderWay(bulkEmail) ? pollMs : false),
  );
}

export function useCommunicationLists() {
  return useQuery({
    queryKey: ['communicationLists'],
    queryFn: ({ signal }) => call(listCommunicationLists, { signal }),
  });
}
