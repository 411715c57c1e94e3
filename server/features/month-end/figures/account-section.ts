import { counted } from '#contract/counting.ts';
import { formatDay } from '#contract/days.ts';
import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import { type AccountKind, byChart, moneyKinds } from '#server/features/ledger/accounts.ts';
import { itemLines } from './bank/bank-section.ts';
import { fact, filterOf, line, notKnownYet, proof, sum, unlessZero } from './figure-lines.ts';
import type { MonthFigures } from './month-figures.ts';
import { areUnknown, type CardFees } from './read-card-fees.ts';
import type { Clearing } from '../tables/read-clearing.ts';
import type { AccountFigures } from './read-accounts.ts';

/** Accounts with a balance. Income and expenses are figures of the month, and so are credits and deferred fees. */
const shownKinds: readonly AccountKind[] = [
  ...moneyKinds,
  'transit',
  'vat',
  'elsewhere',
  'opening',
  'conversion',
];

/** Where money is: what each account had, and what came and went. */
export function accountSection({
  accounts,
  cashCount,
  payfast,
  fees,
  clearing = [],
}: MonthFigures): FigureSection[] {
  if (accounts === undefined) return [];
  const shown = accounts.toSorted(byChart).flatMap((account) => {
    const { account: kind, name } = account;
    return shownKinds.includes(kind)
      ? [{ ...account, title: name ?? ledgerAccountNames[kind] }]
      : [];
  });
  if (shown.length === 0) return [];
  const all = accounts.reduce((total, { closing }) => total + closing, 0);
  return [
    {
      title: 'Accounts',
      note: 'Where the money of these books is. They are the books of members and donors: what else the organisation has is kept elsewhere.',
      lines: [
        ...shown.flatMap(accountLines),
        ...cashLines(cashCount),
        ...payfastLines(payfast, accounts, fees),
        ...clearing.flatMap(clearingLines),
        proof(
          'All accounts of the ledger',
          all,
          0,
          'All accounts of the ledger together differ from zero',
        ),
      ],
    },
  ];
}

function accountLines({
  title,
  opening,
  entered = 0,
  debits,
  credits,
  closing,
  account,
  of,
}: AccountFigures & { title: string }): FigureLine[] {
  const movements = filterOf({ account, of });
  return [
    fact(title),
    line('At the beginning', opening, { style: 'part', of: movements }),
    ...unlessZero('Opening balance', entered, {
      style: 'part',
      of: { ...movements, what: 'opening' },
    }),
    line('In', debits, { style: 'part', of: movements }),
    line('Out', credits, { style: 'part', of: movements }),
    sum('At the end', closing, movements),
  ];
}

/** What was counted, beside the books of that day. */
function cashLines(count: MonthFigures['cashCount']): FigureLine[] {
  if (!count) return [];
  const { day, counted: cash, books } = count;
  const on = `counted on ${formatDay(day)}`;
  return [
    fact(`Cash ${on}`),
    line('In the books on that day', books, { style: 'part' }),
    line('Counted', cash, { style: 'part' }),
    proof('Difference', cash - books, 0, `The cash ${on} differs from the books`),
  ];
}

/** From the movements to the balance, and which payments PayFast has not paid out. */
function payfastLines(
  control: MonthFigures['payfast'],
  accounts: readonly AccountFigures[],
  cardFees: CardFees,
): FigureLine[] {
  const balance = accounts.find(({ account }) => account === 'payfast')?.closing;
  if (control === undefined || balance === undefined) return [];
  const { opening, received, fees, paidOut, items } = control;
  const isUnknown = fees === 0 && areUnknown(cardFees, received);
  const waiting = items.reduce((all, { cents }) => all + cents, 0);
  const other = balance - waiting;
  return [
    fact('PayFast: what it should hold'),
    ...(opening === 0 ? [] : [line('It began with', opening, { style: 'part' })]),
    line('Money by card, less what was undone and paid back', received, { style: 'part' }),
    isUnknown ? notKnownYet('Fees', 'part') : line('Fees', fees, { style: 'part' }),
    line('Paid out', paidOut, { style: 'part' }),
    proof(
      'PayFast should hold',
      opening + received + fees + paidOut,
      balance,
      'What PayFast should hold differs from the books',
    ),
    line(`Of it payments not paid out yet, ${isUnknown ? 'before' : 'after'} fees`, waiting, {
      style: 'part',
      detail: counted(items.length, 'payment'),
    }),
    ...itemLines(items, 'Money without a record'),
    ...(other === 0
      ? []
      : [
          line(
            'Of it not in these payments, such as payouts of unknown payments and fees of taken back ones',
            other,
            {
              style: 'part',
            },
          ),
        ]),
  ];
}

/** Nobody says what such an account should have. Only deposits empty it. */
function clearingLines({ account, items, count, cents }: Clearing): FigureLine[] {
  return [
    fact(`${ledgerAccountNames[account]}: not deposited yet`),
    line('Payments not matched with a bank line', cents, {
      style: 'part',
      detail: counted(count, 'payment'),
    }),
    ...itemLines(items, 'Money without a record', count),
  ];
}
