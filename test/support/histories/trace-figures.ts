import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { FigureLine, FigureRow } from '#contract/month-end/endpoints.ts';
import { lastDayOf, type Period } from '#contract/month-end/periods.ts';
import { searchBalanceRows } from '#server/features/month-end/balances/search-balances.ts';
import { readCreditsOn, readOwedOn } from '#server/features/month-end/figures/read-balances.ts';
import { searchMovementRows } from '#server/features/month-end/cash-book/search-movements.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import type { TestApp } from '../app.ts';
import { movements } from './movements.ts';
import { traceBook } from './trace-book.ts';
import { traceSums } from './trace-sums.ts';

/**
 * Each figure of a period with a link to the cash book, which has to add up to it, as has its sheet in the pack. Answers how
 * many lines were compared.
 */
export async function traceFigures(app: TestApp, period: Period): Promise<number> {
  const { sections } = await readPeriod(app.ctx(), period);
  const sheet = await traceBook(app, period);
  let compared = 0;
  for (const { title, lines: amounts, table } of sections) {
    const lines = [...amounts, ...(table?.rows ?? []).map(firstAmount)];
    for (const line of lines) {
      if (line.movements === undefined) continue;
      if (title === 'Booked late') continue;
      const page = await searchMovementRows(app.ctx(), { ...line.movements, period }).page();
      for (const book of [page, sheet(line.movements)])
        assert.equal(
          Math.abs(line.amount ?? 0).toFixed(2),
          Math.abs(sumOf(line, book)).toFixed(2),
          `${period}, ${title}, ${line.label}: ${JSON.stringify(line.movements)}`,
        );
      compared += 1;
    }
  }
  await traceBalances(app, period);
  if (period.includes('-')) await traceSums(app, period);
  return compared;
}

/**
 * Debtors and creditors by document add up to the figures, and no debtor has a credit. A creditor owes only if the money
 * went back.
 */
async function traceBalances(app: TestApp, period: Period): Promise<void> {
  if (!period.includes('-')) return;
  const day = lastDayOf(period);
  const { debtors, creditors } = await searchBalanceRows(app.ctx(), { day }).page();
  const owed = await readOwedOn(app.db, day);
  for (const { number, cents } of owed) assert.ok(cents > 0, `${day}: INV-${number} owes ${cents}`);
  assert.equal(Math.round(debtors * 100), sum(owed.map(({ cents }) => cents)), `owed on ${day}`);
  assert.equal(Math.round(creditors * 100), await readCreditsOn(app.db, day), `credits on ${day}`);
  const returned = await sql<{ id: string }>`
    SELECT DISTINCT payment_id AS id FROM ${movements} AS m WHERE kind = 'returned' AND booked_on <= ${day}`.execute(
    app.db,
  );
  const wentBack = new Set(returned.rows.map(({ id }) => `p${id}`));
  for await (const rows of searchBalanceRows(app.ctx(), { day, kind: 'creditor' }).every()) {
    for (const { id, amount, document, person } of rows)
      assert.ok(
        amount > 0 || wentBack.has(id),
        `${day}: a credit of ${amount} of ${person} ${document}`,
      );
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

const firstAmount = ({ amounts, ...row }: FigureRow) => ({ ...row, amount: amounts[0] ?? 0 });

type Book = Pick<
  Awaited<ReturnType<ReturnType<typeof searchMovementRows>['page']>>,
  'opening' | 'entered' | 'moneyIn' | 'moneyOut' | 'closing'
>;

function sumOf(
  { label }: Pick<FigureLine, 'label'>,
  { opening, entered, moneyIn, moneyOut, closing }: Book,
): number {
  if (label === 'Opening balance') return entered;
  if (label === 'In') return moneyIn;
  if (label === 'Out') return moneyOut;
  if (label === 'At the beginning') return opening ?? 0;
  if (/(^A|, a)t the end$/.test(label)) return closing ?? 0;
  return entered + moneyIn - moneyOut;
}
