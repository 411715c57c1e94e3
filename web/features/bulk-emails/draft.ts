import * as z from 'zod/mini';

const kept = z.object({
  /** The version that it was typed into. */
  etag: z.optional(z.string()),
  /** Only what was changed: the rest stays the record's. */
  values: z.object({
    communicationListId: z.optional(z.string()),
    subject: z.optional(z.string()),
    title: z.optional(z.string()),
    content: z.optional(z.string()),
    isAppeal: z.optional(z.boolean()),
    attachmentPath: z.optional(z.string()),
  }),
  attached: z.nullable(z.object({ path: z.string(), name: z.string(), size: z.number() })),
});

export type Draft = z.output<typeof kept>;

/** One for each administrator and record: whoever signs in next on this computer sees nothing of it. */
export function draftKey(userId: string, id: string | undefined): string {
  return `bulkEmail ${userId} ${id ?? 'new'}`;
}

/** For this tab, over a reload and a new sign-in. A full storage only means that nothing is kept. */
export function storeDraft(key: string, draft: Draft, storage: Storage = sessionStorage): boolean {
  try {
    storage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function storedDraft(key: string, storage: Storage = sessionStorage): Draft | null {
  try {
    return kept.parse(JSON.parse(storage.getItem(key) ?? ''));
  } catch {
    return null;
  }
}

export function forgetDraft(key: string, storage: Storage = sessionStorage): void {
  storage.removeItem(key);
}
