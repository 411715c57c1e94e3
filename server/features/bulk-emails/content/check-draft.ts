import { bulkEmailTexts } from '#contract/bulk-emails/endpoints.ts';
import { unknownPlaceholders } from '#contract/bulk-emails/placeholders.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { badField } from '#server/errors.ts';
import { findRecipientList, type RecipientList } from '../recipient-list.ts';
import { isEmptyContent, sanitise } from './sanitise.ts';

export interface Draft {
  communicationListId: string;
  subject: string;
  title: string;
  content: string;
}

/** Sanitises the draft and refuses placeholders that its list does not have. product-rules 9.3, 9.13. */
export async function checkDraft(
  db: Db,
  draft: Draft,
): Promise<{ subject: string; title: string; content: string; list: RecipientList }> {
  const list = await findRecipientList(db, draft.communicationListId);
  if (list === undefined) throw badField('communicationListId', bulkEmailTexts.noList);
  const known = Object.keys(list.replacement_values);
  const { subject, title } = draft;
  const content = sanitise(draft.content);
  for (const [field, text] of Object.entries({ subject, title, content })) {
    const unknown = unknownPlaceholders(known, text);
    if (unknown.length > 0) throw badField(field, bulkEmailTexts.unknown(unknown));
  }
  if (isEmptyContent(content)) throw badField('content', bulkEmailTexts.noContent);
  return { subject, title, content, list };
}
