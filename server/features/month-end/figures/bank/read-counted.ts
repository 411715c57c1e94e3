import { firstDayOf, lastDayOf, type Month } from '#contract/month-end/periods.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { addLines, type BankLines, changeOf, readBankLines } from './bank-lines.ts';
import { readStatedLate, type StatedLate } from './in-opening.ts';
import type { BankFigures } from './read-bank.ts';

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
  /** Of it, what has a day up to that of the last closing balance. */
  stated: Map<string, StatedLate[]>;
  /** Of the months that were compared, as they are now. */
  counted: Counted[];
}

interface Closed {
  counted: Counted[];
  bank: BankFigures[];
}

export async function readLate(db: Db, before: Closed | null): Promise<Late> {
  const known = before === null ? [] : before.counted.slice(-mostMonths);
  const late: Late = { bank: new Map(), stated: new Map(), counted: [] };
  for (const { month, bank } of known) {
    const now = await readCounted(db, month);
    late.counted.push(now);
    for (const id of new Set([...Object.keys(bank), ...Object.keys(now.bank)])) {
      const changed = changeOf(now.bank[id], bank[id]);
      late.bank.set(id, addLines(changed, late.bank.get(id)));
    }
  }
  for (const account of before?.bank ?? []) {
    late.stated.set(account.id, await readStatedLate(db, { account, known, now: late.counted }));
  }
  return late;
}

async function readCounted(db: Db, month: Month): Promise<Counted> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  return { month, bank: await readBankLines(db, first, last) };
}
