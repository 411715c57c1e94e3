import { addDays } from '#contract/calendar.ts';
import type { Day } from '#contract/days.ts';
import { addMonths, monthOf } from '#contract/month-end/periods.ts';
import type { AccountKind } from '#server/features/ledger/accounts.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { UnpostedLine } from '../figures/read-unposted.ts';
import { readAccounts } from '../figures/read-accounts.ts';
import { readClosedFigures } from '../figures/month-figures.ts';

export interface SingleAccount {
  kind: AccountKind;
  /** The bank account or the member type. */
  of: string | null;
  /** Of all member types together. */
  isEvery: boolean;
}

/** Cents before the first day of a month. */
export async function readOpening(
  db: Db,
  { kind, of, isEvery }: SingleAccount,
  { first, unposted }: { first: Day; unposted: readonly UnpostedLine[] },
): Promise<number> {
  const before = await readClosedFigures(db, addMonths(monthOf(first), -1));
  const accounts = await readAccounts(db, {
    first,
    last: addDays(first, -1),
    before: before?.accounts ?? null,
    unposted,
  });
  return accounts
    .filter((row) => row.account === kind && (isEvery || row.of === of))
    .reduce((total, { opening }) => total + opening, 0);
}
