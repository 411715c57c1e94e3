import { formatLargeRand } from '#contract/money.ts';

/** `-R450.00`. */
export function formatFigure(rand: number): string {
  return rand < 0 ? `-${formatLargeRand(-rand)}` : formatLargeRand(rand);
}
