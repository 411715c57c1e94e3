import { sql, type RawBuilder } from 'kysely';
import { emptyId } from '#contract/fields.ts';
import { recordNumber } from '#contract/payment-references/payment-reference.ts';
import { readReferences } from '#contract/payment-references/read-references.ts';

type Words = string | never[] | null | undefined;

/** All words of the search box, in any order. product-rules 1.28. */
export function matchingWords(
  folded: RawBuilder<string>,
  text: Words,
  matching = containing,
): RawBuilder<boolean>[] {
  if (typeof text !== 'string' || text === emptyId) return [];
  const { references, rest } = referencesIn(text);
  return [
    ...wordsOf(rest).map((word) => matching(folded, word)),
    ...references.map(({ typed, number }) => {
      const asTyped = sql.join(
        wordsOf(typed).map((word) => matching(folded, word)),
        sql` AND `,
      );
      return sql<boolean>`((${asTyped}) OR ${containing(folded, number)})`;
    }),
  ];
}

/** A filter of the number, which may be typed as a payment reference. */
export function matchingNumber(folded: RawBuilder<string>, text: Words): RawBuilder<boolean>[] {
  if (typeof text !== 'string' || text.trim() === '' || text === emptyId) return [];
  const numbers = referencesIn(text).references.map(({ number }) => number);
  const any = [text.trim(), ...numbers].map((each) => containing(folded, each));
  return [sql<boolean>`(${sql.join(any, sql` OR `)})`];
}

/**
 * As `matchingWords`, but a word of one or two letters must begin a word: an index finds those, and no
 * others. In the lists any part of a word matches.
 */
export function matchingBeginnings(
  folded: RawBuilder<string>,
  text: string,
): RawBuilder<boolean>[] {
  return matchingWords(folded, text, (of, word) => {
    if (word.length > 2) return containing(of, word);
    // An address has several lines.
    return sql<boolean>`(${containing(of, ` ${word}`)} OR ${containing(of, `\n${word}`)})`;
  });
}

function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
}

function containing(folded: RawBuilder<string>, word: string): RawBuilder<boolean> {
  return sql<boolean>`${folded} LIKE containing(${word})`;
}

interface Reference {
  typed: string;
  /** `INV-00042`, as the list has it. */
  number: string;
}

/**
 * References that are typed otherwise than the list has them, such as "inv42k", and the rest of the
 * text. One with a wrong check letter stays as typed and finds nothing. product-rules 6.36.
 */
function referencesIn(text: string): { references: Reference[]; rest: string } {
  const references: Reference[] = [];
  let rest = '';
  let end = 0;
  for (const { kind, number, certainty, text: typed, position } of readReferences(text)) {
    const hasPrefix = kind !== null && !/^\d/.test(typed);
    if (!hasPrefix || number === null || certainty === 'wrong-check') continue;
    const written = recordNumber(kind, number);
    if (typed.toUpperCase() === written) continue;
    references.push({ typed, number: written });
    rest += `${text.slice(end, position)} `;
    end = position + typed.length;
  }
  return { references, rest: rest + text.slice(end) };
}
