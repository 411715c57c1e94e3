import type { Day } from '#contract/days.ts';
import { areApart, type BalancedLine, type DayOfLines, isOneChain } from './balance-chain.ts';
import type { KeyedLine, StoredLine } from './keyed-lines.ts';

type DayOfStored = DayOfLines & { lines: readonly StoredLine[] };
type DayOfFile = DayOfLines & { lines: readonly KeyedLine[] };

/** The same for equal lines of a day. */
export function keyOf({
  day,
  amountCents,
  normalText: text,
}: Pick<StoredLine, 'day' | 'amountCents' | 'normalText'>): string {
  return `${day}\t${amountCents}\t${text}`;
}

/**
 * Lines of a day that are new because their balances say so: with them, the lines of the file and of the account are
 * one chain, or both are parts of the day between which lines are missing. `null`: a line has no balance. Decision 84.
 */
export function compareBalances(stored: DayOfStored, file: DayOfFile) {
  const balanceOf = (line: StoredLine | KeyedLine) => `${keyOf(line)}\t${line.balanceCents}`;
  const known = Map.groupBy(stored.lines, balanceOf);
  const others = [...Map.groupBy(file.lines, balanceOf)].flatMap(([balance, same]) =>
    same.slice(known.get(balance)?.length ?? 0),
  );
  const isChain = isOneChain([...stored.lines, ...others]);
  const isProved =
    isChain === true ||
    (!isRepeated(stored.lines, file.lines, others) && areApart(stored, file, others));
  return { others, isChain, isProved };
}

/** All lines here, two or more, come again with other balances: a bank may have computed these again. */
function isRepeated(
  stored: readonly StoredLine[],
  lines: readonly KeyedLine[],
  others: readonly KeyedLine[],
): boolean {
  const counts = Map.groupBy(others, ({ key }) => key);
  return (
    stored.length > 1 &&
    others.length === lines.length &&
    [...Map.groupBy(stored, keyOf)].every(
      ([key, same]) => same.length <= (counts.get(key)?.length ?? 0),
    )
  );
}

/** The days of the file, each with the ones beside it. */
export function besideIn(days: ReadonlyMap<Day, unknown>): Map<Day, (Day | undefined)[]> {
  const inOrder = [...days.keys()].toSorted();
  return new Map(inOrder.map((day, at) => [day, [inOrder[at - 1], day, inOrder[at + 1]]]));
}

export function dayIn<T extends BalancedLine>(
  lines: ReadonlyMap<Day, T[]>,
  days: (Day | undefined)[],
) {
  const [before = [], own = [], after = []] = days.map((day) => lines.get(day ?? '') ?? []);
  return { before, lines: own, after };
}
