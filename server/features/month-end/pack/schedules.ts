import { sql } from 'kysely';
import { type Day, formatDay } from '#contract/days.ts';
import { balanceRowNames } from '#contract/month-end/balances.ts';
import { ledgerAccountNames } from '#contract/month-end/ledger-accounts.ts';
import { firstDayOf, type Month } from '#contract/month-end/periods.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { documentOf } from '#server/features/ledger/document-of.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { NamedSheet } from '#server/platform/spreadsheets/write-sheet.ts';
import { creditors } from '../balances/search-balances.ts';
import { ageOf, ages, type MonthFigures } from '../figures/month-figures.ts';
import { type OwedInvoice, readOwedOn } from '../figures/read-balances.ts';
import { type DeferredFee, readDeferredFees } from '../figures/read-deferred.ts';
import { dayCell, heading, rand, type Row } from './cells.ts';

/** What the balances at the end of a period are made of, by document. */
export interface Schedules {
  last: Day;
  owed: readonly OwedInvoice[];
  credits: readonly Credit[];
  deferred: readonly DeferredFee[];
  /** The day of `deferred`, if that is before the last one: the year still runs. */
  deferredOn?: Day;
}

interface Credit {
  day: Day;
  document: string;
  cents: number;
}

export async function readSchedules(
  db: Db,
  last: Day,
  { deferred }: Pick<MonthFigures, 'deferred'>,
): Promise<Schedules> {
  const on = deferred?.upTo ?? last;
  return {
    last,
    owed: await readOwedOn(db, last),
    credits: await readCredits(db, last),
    deferred: deferred === null || deferred.closing === 0 ? [] : await readDeferredFees(db, on),
    ...(on < last && { deferredOn: on }),
  };
}

/** As they were when the month was closed. Null: it is open, or an earlier version closed it. */
export async function readStoredSchedules(db: Db, month: Month): Promise<Schedules | null> {
  const row = await db
    .selectFrom('closed_months')
    .select('schedules')
    .where('month', '=', firstDayOf(month))
    .where('reopened_at', 'is', null)
    .executeTakeFirst();
  return (row?.schedules as Schedules | null | undefined) ?? null;
}

async function readCredits(db: Db, last: Day): Promise<Credit[]> {
  const { rows } = await sql<{
    day: Day;
    kind: 'invoice' | 'donation' | null;
    number: number | null;
    cents: number;
  }>`
    SELECT day, "recordKind" AS kind, "recordNumber" AS number, cents FROM (${creditors(last)}) AS c
    ORDER BY day, kind, number, key`.execute(db);
  return rows.map(({ kind, number, ...row }) => ({ ...row, document: documentOf(kind, number) }));
}

/** Each ends with its sum, which is a figure of the pack. `readOn`: ages and balances are not of a later day. */
export function scheduleSheets(
  { last, owed, credits, deferred, deferredOn }: Schedules,
  figures: MonthFigures,
  readOn: Day,
): NamedSheet[] {
  const on = readOn < last ? readOn : last;
  return [
    {
      name: 'Owed',
      widths: [16, 14, 24, 16],
      header: ['Invoice', 'Issued on', `Age on ${formatDay(on)}`, 'Owed'],
      rows: [
        owed.map(({ number, issuedOn, cents }): Row => [
          invoiceNumber(number),
          dayCell(issuedOn),
          ages[ageOf(issuedOn, on)]?.label ?? '',
          rand(cents),
        ]),
        totalOf(owed, figures.owed.closing, ['', '']),
      ],
    },
    {
      name: 'Credits',
      widths: [16, 14, 24, 16],
      header: ['Money for', 'Came on', '', `Credit on ${formatDay(on)}`],
      rows: [
        credits.map(({ day, document, cents }): Row => [
          document,
          dayCell(day),
          cents < 0 ? balanceRowNames.returned : '',
          rand(cents),
        ]),
        totalOf(credits, figures.credits.closing, ['', '']),
      ],
    },
    ...(figures.deferred === null
      ? []
      : [deferredSheet(deferred, { on: deferredOn ?? last, closing: figures.deferred.closing })]),
    reconciliationSheet(figures),
  ];
}

function deferredSheet(
  deferred: readonly DeferredFee[],
  { on, closing }: { on: Day; closing: number },
): NamedSheet {
  return {
    name: 'Deferred income',
    widths: [16, 24, 14, 14, 16, 24],
    header: ['Invoice', 'Type', 'From', 'To', 'Received', `For days after ${formatDay(on)}`],
    rows: [
      deferred.map(({ number, type, startsOn, endsOn, received, cents }): Row => [
        invoiceNumber(number),
        type,
        dayCell(startsOn),
        dayCell(endsOn),
        rand(received),
        rand(cents),
      ]),
      totalOf(deferred, closing, ['', '', '', '']),
    ],
  };
}

/** A month that an earlier version closed has no schedule of its own. What was changed since is a row, so that it adds up. */
function totalOf(
  rows: readonly { cents: number }[],
  figure: number,
  empty: readonly string[],
): Row[] {
  const changed = figure - rows.reduce((all, { cents }) => all + cents, 0);
  return [
    ...(changed === 0 ? [] : [['Changed since', ...empty, rand(changed)]]),
    [heading('Total'), ...empty, rand(figure)],
  ];
}

/** All items between the books and each statement, what PayFast has not paid out, and what is not deposited. The PDF has the first of each. */
function reconciliationSheet({ bank, payfast, clearing = [] }: MonthFigures): NamedSheet {
  const items = [
    ...bank.flatMap(({ name, control }) => [
      ...(control?.notBooked ?? []).map((item) => ({
        ...item,
        name,
        what: 'On the statement and not booked yet',
      })),
      ...(control?.notOnStatement ?? []).map((item) => ({
        ...item,
        name,
        what: 'In the books and not on the statement yet',
      })),
    ]),
    ...(payfast?.items ?? []).map((item) => ({
      ...item,
      name: 'PayFast',
      what: 'Not paid out yet',
    })),
    ...clearing.flatMap(({ account, items: oldest, count, cents }) => {
      const name = ledgerAccountNames[account];
      const others = cents - oldest.reduce((all, item) => all + item.cents, 0);
      const more = count - oldest.length;
      return [
        ...oldest.map((item) => ({ ...item, name, what: 'Not deposited yet' })),
        ...(more > 0
          ? [{ name, what: `and ${more} more`, day: null, document: '', cents: others }]
          : []),
      ];
    }),
  ];
  return {
    name: 'Reconciliation',
    widths: [30, 44, 14, 14, 14],
    header: ['Account', 'What', 'Day', 'Document', 'Amount'],
    rows: [
      items.map(({ name, what, day, document, cents }): Row => [
        name,
        what,
        day === null ? '' : dayCell(day),
        document,
        rand(cents),
      ]),
    ],
  };
}
