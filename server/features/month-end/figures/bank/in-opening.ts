import type { Day } from '#contract/days.ts';
import { firstDayOf, type Month, monthOf } from '#contract/month-end/periods.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { type BankLines, changeOf, readBankLines, sumOf } from './bank-lines.ts';

export interface InOpening {
  month: Month;
  cents: number;
}

/** The last day of which a balance is known, and the lines of its month up to that day. */
export interface StatedBalance extends BankLines {
  day: Day;
  /** By a person, as the balance with which the account began. */
  isEntered: boolean;
}

/** Late lines up to the day of a stated balance. */
export interface StatedLate {
  month: Month;
  lines: BankLines;
}

interface Stated {
  id: string;
  stated?: StatedBalance | null;
}

interface Reading {
  before: Stated[];
  stated: Map<string, StatedLate[]>;
  withFees: boolean;
}

/**
 * The closing balance of the month before has every line up to its day, also those that are imported or removed later.
 * If its statement was removed, the balance is now computed from an earlier one by lines, so all late lines count.
 */
export function inOpeningOf(
  { id, stated }: Stated,
  { before, stated: known, withFees }: Reading,
): InOpening[] {
  const closed = before.find((account) => account.id === id)?.stated;
  if (!closed || !stated) return [];
  if (stated.day < closed.day && !closed.isEntered) return [];
  return (known.get(id) ?? [])
    .map(({ month, lines }) => ({
      month,
      cents: sumOf({ ...lines, fees: withFees ? lines.fees : 0 }),
    }))
    .filter(({ cents }) => cents !== 0);
}

interface LinesOfMonth {
  month: Month;
  bank: Record<string, BankLines>;
}

interface OfAccount {
  account: Stated;
  known: LinesOfMonth[];
  now: LinesOfMonth[];
}

/** Whole months before that of the closing balance, and the days of its month up to it. */
export async function readStatedLate(
  db: Db,
  { account, known, now }: OfAccount,
): Promise<StatedLate[]> {
  const { id, stated } = account;
  if (!stated) return [];
  const last = monthOf(stated.day);
  const upTo = await readBankLines(db, firstDayOf(last), stated.day);
  return known.flatMap(({ month, bank }, place) => {
    if (month > last) return [];
    const lines =
      month === last ? changeOf(upTo[id], stated) : changeOf(now[place]?.bank[id], bank[id]);
    return [{ month, lines }];
  });
}
