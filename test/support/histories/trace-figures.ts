import assert from 'node:assert/strict';
import type { FigureLine } from '#contract/month-end/endpoints.ts';
import type { Period } from '#contract/month-end/periods.ts';
import { searchMovementRows } from '#server/features/month-end/cash-book/search-movements.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import type { TestApp } from '../app.ts';

/**
 * Each figure of a period with a link to the cash book, which has to add up to it. Methods of a closed month are
 * stored, and the cash book has those of today. Answers how many lines were compared.
 */
export async function traceFigures(app: TestApp, period: Period): Promise<number> {
  const { sections, isClosed } = await readPeriod(app.ctx(), period);
  let compared = 0;
  for (const { title, lines } of sections) {
    for (const line of lines) {
      if (line.movements === undefined || (isClosed && line.movements.method !== undefined))
        continue;
      if (title === 'Booked late') continue;
      const book = await searchMovementRows(app.ctx(), { ...line.movements, period }).page();
      assert.equal(
        Math.abs(line.amount ?? 0).toFixed(2),
        Math.abs(sumOf(line, book)).toFixed(2),
        `${period}, ${title}, ${line.label}: ${JSON.stringify(line.movements)}`,
      );
      compared += 1;
    }
  }
  return compared;
}

type Book = Awaited<ReturnType<ReturnType<typeof searchMovementRows>['page']>>;

function sumOf({ label }: FigureLine, { opening, moneyIn, moneyOut, closing }: Book): number {
  if (label === 'In') return moneyIn;
  if (label === 'Out') return moneyOut;
  if (label === 'At the beginning') return opening ?? 0;
  if (label === 'At the end') return closing ?? 0;
  return moneyIn - moneyOut;
}
