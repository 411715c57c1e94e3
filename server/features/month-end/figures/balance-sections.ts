import { counted } from '#contract/counting.ts';
import { formatDay } from '#contract/days.ts';
import { owedAccount } from '#contract/month-end/cash-book.ts';
import type { FigureSection } from '#contract/month-end/endpoints.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import {
  count,
  credits,
  income,
  line,
  movementProof,
  owed,
  proof,
  sum,
  total,
  unlessZero,
} from './figure-lines.ts';
import { ages, type MonthFigures } from './month-figures.ts';
import type { BookingEvent, Movement } from './read-movements.ts';

export function creditSection({
  movements,
  credits: { opening, closing },
}: MonthFigures): FigureSection {
  const carried = movements.filter(({ event }) => event === 'carried');
  const isDonation = ({ kind }: Movement) => kind === 'donation';
  const used = (events: BookingEvent[]) => total(movements, credits, events);
  const of = (what: string, recordKind?: string) => ({
    of: { account: 'credits', what, ...(recordKind !== undefined && { recordKind }) },
  });
  return {
    title: 'Credits',
    note: 'Money that pays no invoice and no donation yet, and is owed to its payers, less what payers owe of money that went back.',
    lines: [
      line('At the beginning', opening, { of: { account: 'credits' } }),
      line('New', used(['received']), of('received')),
      ...unlessZero('Owed before these books began', used(['brought']), of('brought')),
      line('Kept of undone payments and void invoices', used(['kept']), of('released')),
      line(
        'Paid invoices',
        total(
          carried.filter((row) => !isDonation(row)),
          credits,
        ),
        of('carried', 'invoice'),
      ),
      line(
        'Became donations',
        total(carried.filter(isDonation), credits),
        of('carried', 'donation'),
      ),
      line('Refunded', used(['refunded']), of('refunded')),
      line('Dealt with in another way', used(['dealt-with']), of('kept')),
      line('Undone', used(['undone', 'returned', 'use-undone']), of('takenBack')),
      sum('At the end', closing, { account: 'credits' }),
      movementProof('Credits', opening + total(movements, credits), closing),
    ],
  };
}

export function owedSection({
  movements,
  owed: { opening, closing },
}: MonthFigures): FigureSection {
  const moved = (events: BookingEvent[]) => total(movements, owed, events);
  const invoices = (event: BookingEvent) => counted(count(movements, event), 'invoice');
  const of = (what: string) => ({ of: { account: owedAccount, what } });
  return {
    title: 'Owed for invoices',
    note: 'Debtors: what members and others have been invoiced and have not paid.',
    lines: [
      line('At the beginning', opening, { of: { account: owedAccount } }),
      line('Issued', moved(['issued']), { detail: invoices('issued'), ...of('issued') }),
      line('Voided or written off', moved(['voided']), {
        detail: invoices('voided'),
        ...of('voided'),
      }),
      ...unlessZero('Voidings and write-offs undone', moved(['restored']), of('restored')),
      line('Changed or deleted before it was sent', moved(['changed', 'deleted']), of('changes')),
      line('Paid with money', moved(['received']), of('received')),
      line('Paid from credits', moved(['carried']), of('carried')),
      line(
        'Payments undone or kept as a credit',
        moved(['undone', 'returned', 'kept']),
        of('unpaid'),
      ),
      sum('At the end', closing, { account: owedAccount }),
      movementProof('Owed for invoices', opening + total(movements, owed), closing),
    ],
  };
}

export function ageSection({
  owedByAge,
  paidEarly,
  owed: { closing },
}: MonthFigures): FigureSection {
  const owing = owedByAge.reduce((all, cents) => all + cents, 0);
  return {
    title: 'Owed by age',
    note: 'Days since the invoice was issued, at the end, or today.',
    lines: [
      ...ages.map(({ label }, age) => line(label, owedByAge[age] ?? 0)),
      ...(paidEarly === 0 ? [] : [line('Paid before the invoice was issued', paidEarly)]),
      sum('At the end', owing + paidEarly),
      proof('Owed for invoices', owing + paidEarly, closing),
    ],
  };
}

export function deferredSection({ month, movements, deferred }: MonthFigures): FigureSection[] {
  if (deferred === null) return [];
  const fees = total(
    movements.filter(({ kind }) => kind === 'membership'),
    income,
  );
  const { opening, closing, moved, upTo } = deferred;
  const end = upTo === undefined || upTo === lastDayOf(month) ? 'the end' : formatDay(upTo);
  const { added, passed, late, begun = 0, released = 0 } = moved;
  return [
    {
      title: 'Deferred membership income',
      note: `The part of paid membership fees that pays for days after ${end}.`,
      lines: [
        line('At the beginning', opening),
        line('Of the fees received, for days after the end', added),
        line('Days that have passed, of earlier fees', passed),
        ...unlessZero('Begun: earlier fees are spread over their days from this month on', begun),
        ...unlessZero('Booked late: what changed for closed months', late),
        ...unlessZero('Released: fees are not spread over their days any more', released),
        sum('At the end', closing),
        movementProof(
          'Deferred membership income',
          opening + added + passed + begun + late + released,
          closing,
        ),
        line('Membership fees received', fees),
        sum('Membership fees earned', fees + opening - closing),
      ],
    },
  ];
}
