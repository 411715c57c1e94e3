import { counted } from '#contract/counting.ts';
import { type Day, formatDay } from '#contract/days.ts';
import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import {
  line,
  money,
  movementProof,
  proof,
  resultOf,
  sum,
  total,
  unlessZero,
} from '../figure-lines.ts';
import type { MonthFigures } from '../month-figures.ts';
import { type BankFigures, movedBy } from './read-bank.ts';
import type { BankControl, ControlItem } from './read-bank-control.ts';

/** What the statements say, and how each account comes from the books to its statement. */
export function bankSection(figures: MonthFigures): FigureSection {
  const { bank } = figures;
  const inRand = bank.filter(({ currency = 'ZAR' }) => currency === 'ZAR');
  return {
    title: 'Bank and books',
    note:
      bank.length === 0
        ? 'No bank statement was imported.'
        : 'The books of each account, with what is on its statement and not in the books, and the other way round. What is not booked yet is at Bank Matching.',
    lines: [
      ...bank.flatMap(accountLines),
      ...inAll(figures, inRand),
      ...apartLines(figures, inRand),
    ],
  };
}

/** Of months that were closed before the books had each account. */
function inAll({ movements }: MonthFigures, bank: readonly BankFigures[]): FigureLine[] {
  if (bank.some(({ control }) => control !== undefined)) return [];
  const eft = total(
    movements.filter(({ method }) => method === 'EFT'),
    money,
  );
  const moneyIn = sumOf(bank, (account) => account.moneyIn + account.late.moneyIn);
  return [
    ...(bank.length === 0 ? [] : [line('Money into the bank', moneyIn)]),
    line('EFT in the books', eft),
    ...(bank.length === 0 ? [] : [sum('In the bank and not EFT in the books', moneyIn - eft)]),
    ...unlessZero(
      'Not matched yet',
      sumOf(bank, ({ open }) => open),
    ),
  ];
}

/** Money in and out apart: together they can cancel out. */
function apartLines(figures: MonthFigures, bank: readonly BankFigures[]): FigureLine[] {
  const of = (value: (account: BankFigures) => number) => sumOf(bank, value);
  const isApart = bank.every(({ apart }) => apart !== undefined);
  return [
    ...unlessZero(
      'Payouts of PayFast',
      of(({ payouts }) => payouts),
    ),
    ...(isApart
      ? [
          ...chargeLines(figures, bank),
          ...unlessZero(
            'Kept in other books, money in',
            of(({ apart }) => apart?.dismissedIn ?? 0),
          ),
          ...unlessZero(
            'Kept in other books, money out',
            of(({ apart }) => -(apart?.dismissedOut ?? 0)),
          ),
        ]
      : [
          ...unlessZero(
            'Charges and interest of the bank',
            of(({ charges, fees, late }) => charges + fees + late.fees),
          ),
          ...unlessZero(
            'Kept in other books',
            of(({ dismissed }) => dismissed),
          ),
        ]),
  ];
}

/** As the ledger has them. Of months that were closed without one, as their lines were. */
function chargeLines(figures: MonthFigures, bank: readonly BankFigures[]): FigureLine[] {
  const ofLines = figures.accounts === undefined;
  const interest = ofLines
    ? sumOf(bank, ({ apart }) => apart?.interest ?? 0)
    : resultOf(figures, 'interest');
  const charges = ofLines
    ? sumOf(bank, ({ apart, fees, late }) => fees + late.fees - (apart?.charged ?? 0))
    : -resultOf(figures, 'charges');
  return [
    ...unlessZero('Interest of the bank', interest, { of: { account: 'interest' } }),
    ...unlessZero('Charges of the bank', charges, { of: { account: 'charges' } }),
  ];
}

function sumOf(bank: readonly BankFigures[], of: (account: BankFigures) => number): number {
  return bank.reduce((all, account) => all + of(account), 0);
}

function accountLines(account: BankFigures): FigureLine[] {
  const { name, currency = 'ZAR', opening, moneyIn, moneyOut, fees, closing, late } = account;
  const isRand = currency === 'ZAR';
  const moved = [
    line('Money in', moneyIn, { style: 'part' }),
    line('Money out', moneyOut, { style: 'part' }),
    ...(fees === 0 ? [] : [line('Fees of lines', fees, { style: 'part' })]),
    ...latePart('Booked late: money in of closed months', late.moneyIn),
    ...latePart('Booked late: money out of closed months', late.moneyOut),
    ...latePart('Booked late: fees of lines of closed months', late.fees),
    ...latePart(
      'Of it in the balance at the beginning',
      -(account.inOpening ?? []).reduce((all, { cents }) => all + cents, 0),
    ),
  ];
  const statements = coverage('Statements', account.coveredTo);
  const title = isRand ? name : `${name}, in ${currency}, not added to rand`;
  const said =
    opening === null || closing === null
      ? [...moved, ...statements]
      : [
          line('Balance at the beginning', opening, { style: 'part' }),
          ...moved,
          line('Balance at the end', closing, { style: 'part' }),
          ...statements,
          movementProof(title, opening + movedBy(account), closing),
        ];
  return [words(title, 'plain'), ...said, ...(isRand ? controlLines(account) : [])];
}

/** Of an account with lines after the last balance of the bank, or with none: neither "agrees" nor "differs". */
export const noBalance = 'no balance to compare';

function controlLines({ name, control, closing, isStated = true }: BankFigures): FigureLine[] {
  if (control === undefined) return [];
  if (control === null || closing === null)
    return [words('The balance before the first statement is not known', 'part')];
  const { books, notBooked, notOnStatement } = control;
  const [open, waiting] = [centsOf(notBooked), centsOf(notOnStatement)];
  const expected = books + open - waiting;
  return [
    line('In the books at the end', books, { style: 'part' }),
    line('On the statement and not booked yet', open, {
      style: 'part',
      detail: counted(notBooked.length, 'line'),
    }),
    ...itemLines(notBooked, 'Line of the bank'),
    line('In the books and not on the statement yet', -waiting, {
      style: 'part',
      detail: counted(notOnStatement.length, 'payment'),
    }),
    ...itemLines(
      notOnStatement.map((item) => ({ ...item, cents: -item.cents })),
      'Money without a record',
    ),
    isStated
      ? proof(
          'Balance of the statement',
          expected,
          closing,
          `${name}: the books and what is not booked differ from the statement`,
        )
      : line('Expected balance of the statement', expected, { detail: noBalance }),
  ];
}

/** More are counted, and found at Bank Matching. */
const mostItems = 20;

export function itemLines(
  items: BankControl['notBooked'],
  name: string,
  count = items.length,
): FigureLine[] {
  const left = count - mostItems;
  return [
    ...items
      .slice(0, mostItems)
      .map(({ day, cents, document }) =>
        line(`${document || name}, ${formatDay(day)}`, cents, { style: 'part' }),
      ),
    ...(left > 0 ? [words(`and ${left} more`, 'part')] : []),
  ];
}

function centsOf(items: readonly ControlItem[]): number {
  return items.reduce((all, { cents }) => all + cents, 0);
}

function words(label: string, style: FigureLine['style']): FigureLine {
  return { label, detail: '', amount: null, style };
}

function latePart(label: string, cents: number): FigureLine[] {
  return cents === 0 ? [] : [line(label, cents, { style: 'part' })];
}

/** How far the lines above can be complete. */
export function coverage(label: string, to: Day | null): FigureLine[] {
  if (to === null) return [];
  return [{ label, detail: `up to ${formatDay(to)}`, amount: null, style: 'part' }];
}
