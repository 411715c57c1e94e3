import { sql, type RawBuilder } from 'kysely';
import { emptyId } from '#contract/fields.ts';

type Words = string | never[] | null | undefined;

/** All words of the search box, in any order. product-rules 1.28. */
export function matchingWords(folded: RawBuilder<string>, text: Words): RawBuilder<boolean>[] {
  if (typeof text !== 'string' || text === emptyId) return [];
  const words = new Set(text.split(/[\s,;]+/).filter((word) => word !== ''));
  return [...words].map((word) => sql<boolean>`${folded} LIKE containing(${word})`);
}
