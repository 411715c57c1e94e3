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
    const steps = lines.map(({ amountCents, feeCents, balanceCents }): Step => {
      const after = balanceCents ?? 0;
      return { before: after - amountCents - (withFees ? feeCents : 0), after };
    });
    return hasOneStart(steps) && isConnected(steps);
  });
}

/** Each balance is left as often as it is reached, but for the first and the last one. */
function hasOneStart(steps: readonly Step[]): boolean {
  const left = new Map<number, number>();
  for (const { before, after } of steps) {
    left.set(before, (left.get(before) ?? 0) + 1);
    left.set(after, (left.get(after) ?? 0) - 1);
  }
  return [...left.values()].reduce((sum, times) => sum + Math.abs(times), 0) <= 2;
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
