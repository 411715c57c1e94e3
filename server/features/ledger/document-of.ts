import { recordNumber } from '#contract/payment-references/payment-reference.ts';
import type { EntryRecord } from './post.ts';

/** "INV-00042" or "DON-00042" of an entry. Empty: it has no record. */
export function documentOf(kind: EntryRecord['kind'] | null, number: number | null): string {
  if (kind === null || number === null) return '';
  return recordNumber(kind === 'invoice' ? 'INV' : 'DON', number);
}
