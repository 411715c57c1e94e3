import * as z from 'zod/mini';

const storedShape = z.object({
  /** The ETag of the record that the draft changes. */
  etag: z.optional(z.string()),
  /** Only changed fields; the others keep the record's values. */
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

export type Draft = z.output<typeof storedShape>;

/** One per administrator and record: the next user of this computer sees nothing of it. */
export function draftKey(userId: string, id: string | undefined): string {
  return `bulkEmail ${userId} ${id ?? 'new'}`;
}

/**
 * In sessionStorage, so it survives a reload and a new sign-in. If the storage is full, no draft
 * is stored.
 */
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
    return storedShape.parse(JSON.parse(storage.getItem(key) ?? ''));
  } catch {
    return null;
  }
}

export function forgetDraft(key: string, storage: Storage = sessionStorage): void {
  storage.removeItem(key);
}
