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
