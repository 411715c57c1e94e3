import { counted } from '#contract/counting.ts';
import {
  type MovementFilter,
  type MovementKind,
  owedAccount,
} from '#contract/month-end/cash-book.ts';
import type { FigureSection } from '#contract/month-end/endpoints.ts';
import { credits, groups, income, line, money, owed, total } from './figure-lines.ts';
import type { MonthFigures } from './month-figures.ts';
import { type BookingEvent, invoiceEvents } from './read-movements.ts';

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

function lateOf(event: BookingEvent, isMoney: boolean): MovementFilter {
  const other = invoiceEvents.includes(event) ? owedAccount : 'all';
  return {
    account: isMoney ? 'money' : other,
    what: kindsOfEvents[event] ?? event,
    isLate: true,
  };
}

/** What belongs to an earlier month by its day. It is part of the figures above. */
export function lateSection({ movements }: MonthFigures): FigureSection[] {
  const late = movements.filter(({ isLate }) => isLate);
  if (late.length === 0) return [];
  return [
    {
      title: 'Booked late',
      note: 'The day of these is in an earlier month, which was closed. They are part of the figures above.',
      lines: groups(late, ({ event }) => event).map(([, rows]) => {
        const event = rows[0]?.event ?? 'received';
        const moved =
          total(rows, money) || total(rows, income) || total(rows, owed) || total(rows, credits);
        const bookings = total(rows, (row) => row.count);
        const isMoney = total(rows, money) !== 0;
        return line(lateWords[event], moved, {
          detail: counted(bookings, 'booking'),
          of: lateOf(event, isMoney),
        });
      }),
    },
  ];
}
