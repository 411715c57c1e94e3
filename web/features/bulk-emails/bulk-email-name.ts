import type { BulkEmail } from '#contract/bulk-emails.ts';

/** For those who hear the buttons one by one, and in questions. */
export function bulkEmailName({ subject }: Pick<BulkEmail, 'subject'>): string {
  return `“${subject}”`;
}
