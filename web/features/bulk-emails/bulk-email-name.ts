import type { BulkEmail } from '#contract/bulk-emails/endpoints.ts';

/** Its name in questions and in the accessible names of buttons. */
export function bulkEmailName({ subject }: Pick<BulkEmail, 'subject'>): string {
  return `“${subject}”`;
}
