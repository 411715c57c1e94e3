import { type Day, formatDay } from '#contract/days.ts';
import type { Accounts } from '#contract/month-end/accounts.ts';
import { accountKinds } from '#contract/month-end/accounts.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import type { NamedSheet, SheetCell } from '#server/platform/spreadsheets/write-sheet.ts';
import { type Book, bookSheet } from './book-sheet.ts';
import { ageOf, ages } from '../figures/month-figures.ts';
import type { OwedInvoice } from '../figures/read-balances.ts';
import type { VatSchedule } from './read-vat-schedule.ts';
import type { PeriodFigures } from '../figures/read-period.ts';
import { type JournalLine, programAccount } from '../journal/read-journal.ts';

export interface Workbook extends Book {
  figures: PeriodFigures;
  journal: readonly JournalLine[];
  /** At the end of the period. */
  owed: readonly OwedInvoice[];
  accounts: Accounts;
  /** Null: VAT is not declared. */
  vat: VatSchedule | null;
}

/** More would take long and much memory. The figures count all. */
const mostRows = 20_000;

/** The figures, the journal, the open invoices and all movements. Only the movements have names of people. */
export function sheetsOf(workbook: Workbook): NamedSheet[] {
  return [
    figureSheet(workbook),
    ...tableSheets(workbook),
    journalSheet(workbook),
    owedSheet(workbook),
    ...vatSheet(workbook),
    bookSheet(workbook),
  ];
}

type Row = readonly SheetCell[];

const heading = (value: string): SheetCell => ({ kind: 'heading', value });
const rand = (value: number): SheetCell => ({ kind: 'money', value });
const dayCell = (value: Day): SheetCell => ({ kind: 'day', value });

function figureSheet({ figures: { title, sections } }: Workbook): NamedSheet {
  return {
    name: 'Figures',
    widths: [30, 50, 40, 16],
    header: [title, 'Line', 'Detail', 'Rand'],
    rows: [
      sections.flatMap(({ title: section, lines }) =>
        lines.map(({ label, detail, amount }): Row => [
          section,
          label,
          detail,
          amount === null ? '' : rand(amount),
        ]),
      ),
    ],
  };
}

/** Sections with several amounts in a row. */
function tableSheets({ figures: { sections } }: Workbook): NamedSheet[] {
  return sections.flatMap(({ title, table }) => {
    if (table === undefined) return [];
    const { unit, columns, rows } = table;
    return {
      name: title,
      widths: [40, ...columns.map(() => 18)],
      header: ['', ...columns],
      rows: [
        rows.map(({ label, amounts }): Row => [
          label,
          ...amounts.map((value): SheetCell =>
            unit === 'rand' ? rand(value) : { kind: 'number', value },
          ),
        ]),
      ],
    };
  });
}

function journalSheet({ journal, accounts }: Workbook): NamedSheet {
  return {
    name: 'Journal',
    widths: [12, 18, 10, 28, 40, 14, 14],
    header: ['Day', 'Entry', 'Account', 'Name', 'For', 'Debit', 'Credit'],
    rows: [
      journal.map(({ day, entry, cents, ...line }): Row => {
        const { code, name } = programAccount(line, accounts);
        const label = accountKinds[line.account].label;
        const [debit, credit] = [
          cents > 0 ? rand(cents / 100) : '',
          cents < 0 ? rand(-cents / 100) : '',
        ];
        return [dayCell(day), entry, code, name, label, debit, credit];
      }),
    ],
  };
}

function owedSheet({ owed, figures: { byMonth } }: Workbook): NamedSheet {
  const last = lastDayOf(byMonth.at(-1)?.month ?? '');
  const left = owed.length - mostRows;
  return {
    name: 'Owed',
    widths: [16, 14, 24, 16],
    header: ['Invoice', 'Issued on', `Age on ${formatDay(last)}`, 'Owed'],
    rows: [
      owed
        .slice(0, mostRows)
        .map(({ number, issuedOn, cents }): Row => [
          invoiceNumber(number),
          dayCell(issuedOn),
          ages[ageOf(issuedOn, last)]?.label ?? '',
          rand(cents / 100),
        ]),
      left > 0 ? [[`and ${left} more`]] : [],
    ],
  };
}

const bases = { payments: 'payments', invoices: 'invoices and credit notes' };

/** Of two months, as a VAT return has them. */
function vatSheet({ vat }: Workbook): NamedSheet[] {
  if (vat === null) return [];
  const { first, last, basis, rows } = vat;
  const title = `VAT of ${bases[basis]}, ${formatDay(first)} to ${formatDay(last)}`;
  const total = (of: 'cents' | 'vatCents') => rows.reduce((sum, row) => sum + row[of], 0);
  const left = rows.length - mostRows;
  return [
    {
      name: 'VAT schedule',
      widths: [14, 14, 14, 30, 18, 14],
      header: [title],
      rows: [
        [['Booked on', 'Day', 'Document', 'What', 'Amount with VAT', 'VAT'].map(heading)],
        rows
          .slice(0, mostRows)
          .map(({ bookedOn, day, document, what, cents, vatCents }): Row => [
            dayCell(bookedOn),
            dayCell(day),
            document,
            what,
            rand(cents / 100),
            rand(vatCents / 100),
          ]),
        left > 0 ? [[`and ${left} more`]] : [],
        [[heading('Total'), '', '', '', rand(total('cents') / 100), rand(total('vatCents') / 100)]],
      ],
    },
  ];
}
