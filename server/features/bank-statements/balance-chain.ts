/** A line with the balance after it, if its file has one. */
export interface BalancedLine {
  amountCents: number;
  feeCents: number;
  balanceCents: number | null;
}

interface Step {
  before: number;
  after: number;
}

/**
 * Whether the balances of the lines prove that they follow each other without a gap, in whatever order they are here.
 * `null`: a line has no balance. Fees are in the balance at some banks only.
 */
export function isOneChain(lines: readonly BalancedLine[]): boolean | null {
  if (lines.some(({ balanceCents }) => balanceCents === null)) return null;
  return [false, true].some((withFees) => {
    const steps = stepsOf(lines, withFees);
    return hasOneStart(steps) && isConnected(steps);
  });
}

/** The lines of a day, and those of the days beside it. */
export interface DayOfLines {
  before: readonly BalancedLine[];
  lines: readonly BalancedLine[];
  after: readonly BalancedLine[];
}

/**
 * Whether the balances prove that lines of a file are others than all that are here, although lines between them are
 * missing: the day of the file is one chain, no balance has two lines before or after it, and the day neither begins nor
 * ends with two balances.
 */
export function areApart(
  stored: DayOfLines,
  file: DayOfLines,
  others: readonly BalancedLine[],
): boolean {
  if (isOneChain(file.lines) !== true) return false;
  if (stored.lines.some(({ balanceCents }) => balanceCents === null)) return false;
  return [false, true].some((withFees) => {
    const known = stepsOf(stored.lines, withFees);
    const steps = stepsOf(others, withFees);
    return (['before', 'after'] as const).every((side) => {
      const balances = new Set(known.map((step) => step[side]));
      if (steps.some((step) => balances.has(step[side]))) return false;
      const [here, there] = [borderOf(stored, side, withFees), borderOf(file, side, withFees)];
      return here === null || there === null || here === there;
    });
  });
}

/** The balance with which a day begins or ends, if the day beside it has the same. */
function borderOf(day: DayOfLines, side: 'before' | 'after', withFees: boolean): number | null {
  const ends = (lines: readonly BalancedLine[], times: number) =>
    [...leftOf(stepsOf(lines, withFees)).left].flatMap(([cents, left]) =>
      left === times ? [cents] : [],
    );
  const own = ends(day.lines, side === 'before' ? 1 : -1);
  const beside = new Set(ends(day[side], side === 'before' ? -1 : 1));
  return own.find((cents) => beside.has(cents)) ?? null;
}

function stepsOf(lines: readonly BalancedLine[], withFees: boolean): Step[] {
  return lines.map(({ amountCents, feeCents, balanceCents }) => {
    const after = balanceCents ?? 0;
    return { before: after - amountCents - (withFees ? feeCents : 0), after };
  });
}

/** The places of the days, the first day first, that do not begin with the balance that the day before ended with. */
export function brokenBorders(days: readonly (readonly BalancedLine[])[]): number[] {
  const [one = [], other = []] = [false, true].map((withFees) => brokenAt(days, withFees));
  return one.length <= other.length ? one : other;
}

function brokenAt(days: readonly (readonly BalancedLine[])[], withFees: boolean): number[] {
  const broken: number[] = [];
  let end: number | null = null;
  for (const [at, lines] of days.entries()) {
    const steps = stepsOf(lines, withFees);
    const { left, isChain } = leftOf(steps);
    const isKnown = isChain && lines.every(({ balanceCents }) => balanceCents !== null);
    // A day that ends as it began can begin with any of its balances.
    const begins: number[] = [...left].filter(([, times]) => times === 1).map(([cents]) => cents);
    const isLoop = begins.length === 0;
    const fits: boolean = end === null || (isLoop ? left.has(end) : begins.includes(end));
    if (isKnown && !fits) broken.push(at);
    const ends: number[] = [...left].filter(([, times]) => times === -1).map(([cents]) => cents);
    const after: number | null = isLoop && fits ? end : (ends[0] ?? null);
    end = isKnown ? after : null;
  }
  return broken;
}

/** Each balance is left as often as it is reached, but for the first and the last one. */
function hasOneStart(steps: readonly Step[]): boolean {
  return leftOf(steps).isChain;
}

/** How much more often each balance is left than reached. */
function leftOf(steps: readonly Step[]) {
  const left = new Map<number, number>();
  for (const { before, after } of steps) {
    left.set(before, (left.get(before) ?? 0) + 1);
    left.set(after, (left.get(after) ?? 0) - 1);
  }
  const isChain = [...left.values()].reduce((sum, times) => sum + Math.abs(times), 0) <= 2;
  return { left, isChain };
}

function isConnected(steps: readonly Step[]): boolean {
  const next = new Map<number, number[]>();
  const link = (from: number, to: number) => next.set(from, [...(next.get(from) ?? []), to]);
  for (const { before, after } of steps) {
    link(before, after);
    link(after, before);
  }
  const waiting = [...next.keys()].slice(0, 1);
  const reached = new Set(waiting);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const to of next.get(at) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      waiting.push(to);
    }
  }
  return reached.size === next.size;
}
