import { counted } from '#contract/counting.ts';
import type { FigureLine, FigureSection } from '#contract/month-end/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { ages, type MonthFigures } from './month-figures.ts';
import type { BankFigures } from './read-bank.ts';
import type { BookingEvent, Movement } from './read-movements.ts';
import type { Fact } from './read-period.ts';

/** The figures as the page, the PDF and the spreadsheet show them. */
export function sectionsOf(figures: MonthFigures, facts: Fact[]): FigureSection[] {
  return [
    incomeSection(figures),
    moneySection(figures),
    feeSection(figures),
    creditSection(figures),
    owedSection(figures),
    ageSection(figures),
    ...vatSection(figures),
    ...deferredSection(figures),
    bankSection(figures),
    ...lateSection(figures),
    {
      title: 'About these figures',
      note: '',
      lines: facts.map(({ label, detail }) => ({ label, detail, amount: null, style: 'plain' })),
    },
  ];
}

type Sum = (movement: Movement) => number;

function total(movements: Movement[], of: Sum, events?: BookingEvent[]): number {
  return movements
    .filter(({ event }) => events?.includes(event) ?? true)
    .reduce((sum, movement) => sum + of(movement), 0);
}

const count = (movements: Movement[], event: BookingEvent) =>
  total(movements, (movement) => movement.count, [event]);

function line(
  label: string,
  cents: number,
  { detail = '', style = 'plain' }: { detail?: string; style?: FigureLine['style'] } = {},
): FigureLine {
  return { label, detail, amount: cents / 100, style };
}

const sum = (label: string, cents: number) => line(label, cents, { style: 'sum' });

/** Two ways to the same amount. */
function proof(label: string, cents: number, expected: number): FigureLine {
  if (cents === expected) return line(label, cents, { style: 'proof', detail: 'agrees' });
  const detail = `differs by ${formatRand(Math.abs(cents - expected) / 100)}`;
  return line(label, cents, { style: 'broken', detail });
}

/** In the order of their first letters, what has none last. */
function groups(movements: Movement[], of: (movement: Movement) => string): [string, Movement[]][] {
  const byName = Map.groupBy(movements, of);
  return [...byName].toSorted(([one], [other]) => one.localeCompare(other));
}

const income: Sum = (movement) => movement.income;
const money: Sum = (movement) => movement.money;
const credits: Sum = (movement) => movement.credits;
const owed: Sum = (movement) => movement.owed;

const methodOf = ({ method, isFromCredit }: Movement) =>
  isFromCredit ? 'From credits' : (method ?? '');

function incomeSection({ movements, donationCount }: MonthFigures): FigureSection {
  const earning = movements.filter((movement) => movement.income !== 0);
  const of = (kind: Movement['kind']) => earning.filter((movement) => movement.kind === kind);
  const lines = (label: string, part: Movement[], detail = '') => [
    line(label, total(part, income), { detail }),
    ...groups(part, methodOf).map(([method, rows]) =>
      line(method, total(rows, income), { style: 'part' }),
    ),
  ];
  const [invoices, donations] = [of('invoice'), of('donation')];
  return {
    title: 'Income',
    note: 'What invoices and donations were paid with, in money and from credits.',
    lines: [
      ...groups(of('membership'), ({ type }) => type ?? '').flatMap(([type, rows]) =>
        lines(`Membership fees: ${type}`, rows),
      ),
      ...(invoices.length > 0 ? lines('Other invoices', invoices) : []),
      ...(donations.length > 0
        ? lines('Donations', donations, counted(donationCount, 'donation'))
        : []),
      sum('Income', total(movements, income)),
    ],
  };
}

function moneySection({ movements }: MonthFigures): FigureSection {
  const moving = movements.filter((movement) => movement.money !== 0);
  const refunds = total(moving, money, ['refunded', 'use-undone']);
  const undone = total(moving, money, ['undone']);
  const all = total(moving, money);
  return {
    title: 'Money',
    note: 'What came, by the way in which it came, less what was paid back.',
    lines: [
      ...groups(moving, ({ method }) => method ?? '').flatMap(([method, rows]) => [
        line(method, total(rows, money), {
          detail: counted(count(rows, 'received'), 'payment'),
        }),
      ]),
      sum('Money', all),
      ...(refunds === 0 ? [] : [line('of it refunds', refunds, { style: 'part' })]),
      ...(undone === 0 ? [] : [line('of it undone payments', undone, { style: 'part' })]),
      proof(
        'Income, with the change of credits and those dealt with',
        total(movements, (row) => row.income + row.credits + row.other),
        all,
      ),
    ],
  };
}

function feeSection({ movements, fees }: MonthFigures): FigureSection {
  const card = total(
    movements.filter(({ method }) => method === 'Credit Card'),
    money,
  );
  const detail =
    fees.source === 'list' ? "from PayFast's list" : "from PayFast's messages about payments";
  return {
    title: 'Card fees',
    note: '',
    lines: [
      line('Money by card', card),
      line('Fees of PayFast', -fees.cents, { detail: fees.cents === 0 ? '' : detail }),
      sum('After fees', card - fees.cents),
    ],
  };
}

function creditSection({ movements, credits: { opening, closing } }: MonthFigures): FigureSection {
  const carried = movements.filter(({ event }) => event === 'carried');
  const isDonation = ({ kind }: Movement) => kind === 'donation';
  const used = (events: BookingEvent[]) => total(movements, credits, events);
  return {
    title: 'Credits',
    note: 'Money that pays no invoice and no donation yet, and is owed to its payers.',
    lines: [
      line('At the beginning', opening),
      line('New', used(['received'])),
      line('Kept of undone payments and void invoices', used(['kept'])),
      line(
        'Paid invoices',
        total(
          carried.filter((row) => !isDonation(row)),
          credits,
        ),
      ),
      line('Became donations', total(carried.filter(isDonation), credits)),
      line('Refunded', used(['refunded'])),
      line('Dealt with in another way', used(['dealt-with'])),
      line('Undone', used(['undone', 'use-undone'])),
      sum('At the end', closing),
      proof('Beginning and movements', opening + total(movements, credits), closing),
    ],
  };
}

function owedSection({ movements, owed: { opening, closing } }: MonthFigures): FigureSection {
  const moved = (events: BookingEvent[]) => total(movements, owed, events);
  const invoices = (event: BookingEvent) => counted(count(movements, event), 'invoice');
  return {
    title: 'Owed for invoices',
    note: 'Debtors: what members and others have been invoiced and have not paid.',
    lines: [
      line('At the beginning', opening),
      line('Issued', moved(['issued']), { detail: invoices('issued') }),
      line('Voided', moved(['voided']), { detail: invoices('voided') }),
      line('Changed or deleted before it was sent', moved(['changed', 'deleted'])),
      line('Paid with money', moved(['received'])),
      line('Paid from credits', moved(['carried'])),
      line('Payments undone or kept as a credit', moved(['undone', 'kept'])),
      sum('At the end', closing),
      proof('Beginning and movements', opening + total(movements, owed), closing),
    ],
  };
}

function ageSection({ owedByAge, paidEarly, owed: { closing } }: MonthFigures): FigureSection {
  const owing = owedByAge.reduce((all, cents) => all + cents, 0);
  return {
    title: 'Owed by age',
    note: 'Days since the invoice was issued, at the end.',
    lines: [
      ...ages.map(({ label }, age) => line(label, owedByAge[age] ?? 0)),
      ...(paidEarly === 0 ? [] : [line('Paid before the invoice was issued', paidEarly)]),
      sum('At the end', owing + paidEarly),
      proof('Owed for invoices', owing + paidEarly, closing),
    ],
  };
}

function vatSection({ movements, vatNumber }: MonthFigures): FigureSection[] {
  const [received, invoiced] = [
    total(movements, ({ incomeVat }) => incomeVat),
    total(movements, ({ owedVat }) => owedVat, ['issued', 'changed', 'voided', 'deleted']),
  ];
  if (vatNumber === '' && received === 0 && invoiced === 0) return [];
  return [
    {
      title: 'VAT',
      note: 'Your accountant knows which of the two you declare. Donations have no VAT.',
      lines: [
        line('Within the income that was received', received),
        line('Within the invoices that were issued, less those voided', invoiced),
        { label: 'VAT number', detail: vatNumber, amount: null, style: 'plain' },
      ],
    },
  ];
}

function deferredSection({ movements, deferred }: MonthFigures): FigureSection[] {
  if (deferred === null) return [];
  const fees = total(
    movements.filter(({ kind }) => kind === 'membership'),
    income,
  );
  const { opening, closing } = deferred;
  return [
    {
      title: 'Deferred membership income',
      note: 'The part of paid membership fees that pays for days after the end.',
      lines: [
        line('At the beginning', opening),
        line('At the end', closing),
        line('Membership fees received', fees),
        sum('Membership fees earned', fees + opening - closing),
      ],
    },
  ];
}

function bankSection({ bank, movements }: MonthFigures): FigureSection {
  const eft = total(
    movements.filter(({ method }) => method === 'EFT'),
    money,
  );
  const moneyIn = bank.reduce((all, account) => all + account.moneyIn, 0);
  return {
    title: 'Bank and books',
    note:
      bank.length === 0
        ? 'No bank statement was imported.'
        : 'Cash that was paid in, payouts of PayFast and other income are part of the money into the bank.',
    lines: [
      ...bank.flatMap(accountLines),
      ...(bank.length === 0 ? [] : [line('Money into the bank', moneyIn)]),
      line('EFT in the books', eft),
      ...(bank.length === 0 ? [] : [sum('In the bank and not EFT in the books', moneyIn - eft)]),
    ],
  };
}

function accountLines({ name, opening, moneyIn, moneyOut, closing }: BankFigures): FigureLine[] {
  const moved = [
    line('Money in', moneyIn, { style: 'part' }),
    line('Money out', moneyOut, { style: 'part' }),
  ];
  const heading: FigureLine = { label: name, detail: '', amount: null, style: 'plain' };
  if (opening === null || closing === null) return [heading, ...moved];
  return [
    heading,
    line('Balance at the beginning', opening, { style: 'part' }),
    ...moved,
    line('Balance at the end', closing, { style: 'part' }),
    proof('Beginning and movements', opening + moneyIn + moneyOut, closing),
  ];
}

const lateWords: Record<BookingEvent, string> = {
  issued: 'Invoices issued',
  changed: 'Invoices changed',
  voided: 'Invoices voided',
  deleted: 'Invoices deleted',
  received: 'Payments',
  carried: 'Credits that paid invoices or became donations',
  kept: 'Payments kept as credits',
  undone: 'Payments undone',
  refunded: 'Refunds',
  'dealt-with': 'Credits dealt with',
  'use-undone': 'Uses of credits undone',
};

/** What belongs to an earlier month by its day. It is part of the figures above. */
function lateSection({ movements }: MonthFigures): FigureSection[] {
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
        return line(lateWords[event], moved, {
          detail: counted(
            total(rows, (row) => row.count),
            'booking',
          ),
        });
      }),
    },
  ];
}
