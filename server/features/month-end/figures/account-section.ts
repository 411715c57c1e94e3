import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import {
  type AccountKind,
  accountClasses,
  type MoneyKind,
} from '#server/features/ledger/accounts.ts';
import { line, proof, sum } from './figure-lines.ts';
import type { MonthFigures } from './month-figures.ts';
import type { AccountFigures } from './read-accounts.ts';

/** Accounts with a balance. Income and expenses are figures of the month. */
const names: Record<MoneyKind, string> & Partial<Record<AccountKind, string>> = {
  bank: 'Bank',
  cash: 'Cash',
  payfast: 'PayFast',
  transfer: 'World Remit, Wise and Pay Pal',
  cardMachine: 'Card machine',
  debitOrder: 'Debit orders',
  snapScan: 'SnapScan and Zapper',
  cheque: 'Cheques',
  other: 'Other money',
  transit: 'Money on its way',
  vat: 'VAT',
  elsewhere: 'Kept elsewhere',
  opening: 'Opening balances',
  conversion: 'Conversion',
};

/** Where money is: what each account had, and what came and went. */
export function accountSection({ accounts }: MonthFigures): FigureSection[] {
  if (accounts === undefined) return [];
  const shown = accounts.flatMap((account) => {
    const name = names[account.account];
    return name === undefined ? [] : [{ ...account, title: account.name ?? name }];
  });
  if (shown.length === 0) return [];
  const all = accounts.reduce((total, { closing }) => total + closing, 0);
  return [
    {
      title: 'Accounts',
      note: 'Where the money of these books is. They are the books of members and donors: what else the organisation has is kept elsewhere.',
      lines: [...shown.flatMap(accountLines), proof('All accounts of the ledger', all, 0)],
    },
  ];
}

function accountLines({
  title,
  opening,
  debits,
  credits,
  closing,
}: AccountFigures & { title: string }): FigureLine[] {
  return [
    { label: title, detail: '', amount: null, style: 'plain' },
    line('At the beginning', opening, { style: 'part' }),
    line('In', debits, { style: 'part' }),
    line('Out', credits, { style: 'part' }),
    sum('At the end', closing),
  ];
}

/** Of income: what came, above zero. Of expenses: what was spent. */
export function resultOf({ accounts = [] }: MonthFigures, kind: AccountKind): number {
  const sign = accountClasses[kind] === 'income' ? -1 : 1;
  return accounts
    .filter(({ account }) => account === kind)
    .reduce((total, { debits, credits }) => total + sign * (debits + credits), 0);
}
