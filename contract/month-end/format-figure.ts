import { formatLargeRand } from '#contract/money.ts';
import type { FigureTable } from './endpoints.ts';

/** `-R450.00`. */
export function formatFigure(rand: number): string {
  return rand < 0 ? `-${formatLargeRand(-rand)}` : formatLargeRand(rand);
}

/** People as a number. */
export function formatAmount(unit: FigureTable['unit'], amount: number | null): string {
  if (amount === null) return '';
  return unit === 'rand' ? formatFigure(amount) : String(amount);
}
