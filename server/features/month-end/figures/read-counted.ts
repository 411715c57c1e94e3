import { firstDayOf, lastDayOf, type Month } from '#contract/month-end/periods.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type BankLines, noLines, readBankLines } from './read-bank.ts';

/**
 * Bank lines of a month that are in the figures of closed months. What is more or less of them later is counted late in
 * the first open month.
 */
export interface Counted {
  month: Month;
  /** By the id of the account. */
  bank: Record<string, BankLines>;
}

/** Later changes of older months are not looked for. */
const mostMonths = 12;

interface Late {
  bank: Map<string, BankLines>;
  /** Of the months that were compared, as they are now. */
  counted: Counted[];
}

export async function readLate(db: Db, before: { counted: Counted[] } | null): Promise<Late> {
  const known = before === null ? [] : before.counted.slice(-mostMonths);
  const late: Late = { bank: new Map(), counted: [] };
  for (const { month, bank } of known) {
    const now = await readCounted(db, month);
    late.counted.push(now);
    for (const id of new Set([...Object.keys(bank), ...Object.keys(now.bank)])) {
      const sum = late.bank.get(id) ?? noLines;
      const [is, was] = [now.bank[id] ?? noLines, bank[id] ?? noLines];
      late.bank.set(id, {
        moneyIn: sum.moneyIn + is.moneyIn - was.moneyIn,
        moneyOut: sum.moneyOut + is.moneyOut - was.moneyOut,
        fees: sum.fees + is.fees - was.fees,
      });
    }
  }
  return late;
}

async function readCounted(db: Db, month: Month): Promise<Counted> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  return { month, bank: await readBankLines(db, first, last) };
}
