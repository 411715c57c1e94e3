import type { Certainty } from '#contract/bank-matching/endpoints.ts';
import { isLikely, onlyPossible } from './candidates.ts';
import { suggestIn } from './money-in.ts';
import { suggestOut } from './money-out.ts';
import { type LineReading, readLine } from './read-line.ts';
import { reasons } from './reasons.ts';
import type { LineSuggestion, LineWorld, OpenLine, PartOf } from './world.ts';

const mostSuggestions = 10;

const ranks: Readonly<Record<Certainty, number>> = { certain: 0, likely: 1, possible: 2, none: 3 };

/** What an open line may be, the best first. It reads nothing: all that it knows is in `world`. */
export function suggest(
  line: OpenLine,
  world: LineWorld,
  reading: LineReading = readLine(line),
): LineSuggestion[] {
  const all = line.isOut ? suggestOut(line, reading, world) : suggestIn(line, reading, world);
  const seen = new Set<string>();
  const different = all.filter(({ parts }) => {
    const key = keyOfParts(parts);
    return !seen.has(key) && seen.add(key);
  });
  return withoutRivals(different)
    .toSorted((one, other) => ranks[one.certainty] - ranks[other.certainty])
    .slice(0, mostSuggestions);
}

/** Two readings that fit are a choice for a person, and no press of one button. */
function withoutRivals(suggestions: readonly LineSuggestion[]): LineSuggestion[] {
  if (suggestions.filter(isLikely).length < 2) return [...suggestions];
  return suggestions.map((one) => (isLikely(one) ? onlyPossible(one, reasons.rival) : one));
}

/** The same for the same parts in any order. */
export function keyOfParts(
  parts: readonly Pick<PartOf, 'kind' | 'amountCents' | 'targetId' | 'record'>[],
): string {
  return parts
    .map(({ kind, amountCents, targetId, record }) =>
      [kind, amountCents, targetId ?? record?.id ?? ''].join(' '),
    )
    .toSorted()
    .join('\n');
}
