import type { Plotted } from '#contract/month-end/plots.ts';

/** Of a plot that is 10 wide for each month, and 40 high. */
interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Which series. */
  of: number;
}

interface Bars {
  bars: Bar[];
  /** The height of the line of zero, from the top. */
  zero: number;
  /** The amount at the top. */
  most: number;
}

const plotHeight = 40;
const monthWidth = 10;
const groupWidth = 7;

/** Stacked bars grow up from zero with what is above it, and down with what is below. */
export function barsOf(series: readonly Plotted[], isStacked: boolean): Bars {
  const months = series[0]?.amounts.length ?? 0;
  const ends = Array.from({ length: months }, (_, month) => {
    const amounts = series.map((one) => one.amounts[month] ?? 0);
    const up = amounts.filter((amount) => amount > 0);
    const down = amounts.filter((amount) => amount < 0);
    return isStacked
      ? { top: sum(up), bottom: sum(down) }
      : { top: Math.max(0, ...up), bottom: Math.min(0, ...down) };
  });
  const most = Math.max(0, ...ends.map(({ top }) => top));
  const least = Math.min(0, ...ends.map(({ bottom }) => bottom));
  const unit = plotHeight / (most - least || 1);
  const zero = most * unit;
  const width = isStacked ? groupWidth : groupWidth / Math.max(series.length, 1);
  const bars = ends.flatMap((_, month) => {
    let [up, down] = [0, 0];
    return series.flatMap(({ amounts }, of): Bar[] => {
      const amount = amounts[month] ?? 0;
      if (amount === 0) return [];
      const from = amount > 0 ? up : down;
      if (isStacked && amount > 0) up += amount;
      if (isStacked && amount < 0) down += amount;
      const x = month * monthWidth + (monthWidth - groupWidth) / 2 + (isStacked ? 0 : of * width);
      const y = zero - Math.max(from, from + amount) * unit;
      return [{ x, y, width, height: Math.abs(amount) * unit, of }];
    });
  });
  return { bars, zero, most };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
