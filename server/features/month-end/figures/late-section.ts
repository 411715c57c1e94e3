import { counted } from '#contract/counting.ts';
import {
  type MovementFilter,
  type MovementKind,
  movementNames,
  owedAccount,
} from '#contract/month-end/cash-book.ts';
import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import { credits, groups, income, line, money, owed, total } from './figure-lines.ts';
import type { MonthFigures } from './month-figures.ts';
import type { LateLines } from './read-booked-lines.ts';
import { type BookingEvent, invoiceEvents, type Movement } from './read-movements.ts';

const lateWords: Record<BookingEvent, string> = {
  issued: 'Invoices issued',
  changed: 'Invoices changed',
  voided: 'Invoices voided or written off',
  restored: 'Voidings and write-offs undone',
  deleted: 'Invoices deleted',
  received: 'Payments',
  carried: 'Credits that paid invoices or became donations',
  kept: 'Payments kept as credits',
  undone: 'Payments undone',
  returned: 'Payments that the bank took back',
  refunded: 'Refunds',
  'dealt-with': 'Credits dealt with',
  'use-undone': 'Uses of credits undone',
  vat: 'VAT of earlier payments',
  brought: 'Credits owed before these books began',
};

/** Kinds of movement that the figures call otherwise. */
const kindsOfEvents: Partial<Record<BookingEvent, MovementKind>> = {
  kept: 'released',
  'dealt-with': 'kept',
};

/** The Cash Book of a year has as late what is of the year before, so there is no list of these in it. */
type LinkTo = (filter: MovementFilter) => MovementFilter | null;

function lateOf(event: BookingEvent, isMoney: boolean): MovementFilter {
  const other = invoiceEvents.includes(event) ? owedAccount : 'all';
  return {
    account: isMoney ? 'money' : other,
    what: kindsOfEvents[event] ?? event,
    isLate: true,
  };
}

/** What belongs to an earlier month by its day. It is part of the figures above. */
export function lateSection(
  { movements, lateLines = [] }: MonthFigures,
  isYear: boolean,
): FigureSection[] {
  const late = movements.filter(({ isLate }) => isLate);
  if (late.length + lateLines.length === 0) return [];
  const linkTo: LinkTo = (filter) => (isYear ? null : filter);
  return [
    {
      title: 'Booked late',
      note: 'The day of these is in an earlier month, which was closed. They are part of the figures above.',
      lines: [...lateMovements(late, linkTo), ...lateOfLines(lateLines, linkTo)],
    },
  ];
}

function lateMovements(late: Movement[], linkTo: LinkTo): FigureLine[] {
  return groups(late, ({ event }) => event).map(([, rows]) => {
    const event = rows[0]?.event ?? 'received';
    const moved =
      total(rows, money) || total(rows, income) || total(rows, owed) || total(rows, credits);
    const bookings = total(rows, (row) => row.count);
    const isMoney = total(rows, money) !== 0;
    return line(lateWords[event], moved, {
      detail: counted(bookings, 'booking'),
      of: linkTo(lateOf(event, isMoney)),
    });
  });
}

const lineWords: Partial<Record<MovementKind, string>> = {
  elsewhere: 'Bank lines kept in other books',
  payout: 'Payouts of PayFast',
  transfer: 'Transfers between own accounts',
  deposited: 'Money deposited or settled at the bank',
  moved: 'Money moved to another account',
  'line-undone': 'Bank lines opened again',
};
const accountWords = { interest: 'Interest of the bank', charges: 'Charges of the bank' };

/** A year has them of several months. */
function lateOfLines(lateLines: readonly LateLines[], linkTo: LinkTo): FigureLine[] {
  const kinds = Map.groupBy(lateLines, ({ what, account }) => `${account} ${what}`);
  return [...kinds.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { what, account } = first;
    const label = account === 'money' ? lineWords[what] : accountWords[account];
    const sum = (of: (row: LateLines) => number) => rows.reduce((all, row) => all + of(row), 0);
    return line(
      label ?? movementNames[what],
      sum(({ cents }) => cents),
      {
        detail: counted(
          sum(({ count }) => count),
          'booking',
        ),
        of: linkTo({ account, what, isLate: true }),
      },
    );
  });
}
